import { Button, Group, Radio } from '@mantine/core';
import { useState } from 'react';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { Moment, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import ui from '../../../../ui/admin/patterns.module.css';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { paragraphsOf } from '../body/read-html.ts';
import { fieldText, TextDiff } from '../diff/changes.tsx';
import { compareTexts } from '../diff/compare.ts';
import { type Choice, chosenBlocks, joinWords } from '../diff/join.ts';
import type { Draft } from '../draft/draft.ts';
import { type Fields, labelOf } from '../draft/fields.ts';
import { type Choices, type Place, placesOf, resolve } from '../draft/merge.ts';

interface Props {
  draft: Draft;
  theirs: AdminArticle;
  onChoose: (choices: Choices) => void;
  onClose: () => void;
}

/** A choice for each place that both changed, with its result; the rest is merged already. */
export function ConflictDialog({ draft, theirs, onChoose, onClose }: Props) {
  const { username, nameOf } = useSession();
  const [versions] = useState(() => ({ base: draft.base.fields, mine: draft.now(), theirs: draft.fieldsOf(theirs) }));
  const { base, mine, theirs: other } = versions;
  const [places] = useState(() => placesOf(base, mine, other));
  const [choices, setChoices] = useState<Choices>(() =>
    Object.fromEntries(places.flatMap(({ key, stretch }) => (stretch && joinWords(stretch) ? [[key, 'both']] : []))),
  );
  const isOpen = places.some(({ key }) => !choices[key]);
  const { title, both, saved, take } = wordsFor(theirs.updatedBy && nameOf(theirs.updatedBy), nameOf(username));
  return (
    <Dialog role="alertdialog" wide title={title} onClose={onClose}>
      <p>
        Другая версия сохранена: <Moment at={theirs.updatedAt} />. Ваш текст цел и пока не сохранён. Правки в разных
        местах уже соединены; решите, что останется там, где {both} одно и то же.
      </p>
      {places.map((place) => (
        <section key={place.key} className={ui.list} style={PLACE}>
          <h3>{placeName(place, places)}</h3>
          <PlaceTexts place={place} mine={mine} theirs={other} saved={saved} />
          <Options
            take={take}
            chosen={choices[place.key]}
            both={wordOfBoth(place)}
            onChoose={(choice) => setChoices({ ...choices, [place.key]: choice })}
          />
          <Result place={place} fields={resolve(base, mine, other, choices)} choices={choices} />
        </section>
      ))}
      <DialogButtons>
        <Button variant="subtle" color="gray" onClick={onClose} data-autofocus>
          К тексту
        </Button>
        <Button disabled={isOpen} onClick={() => onChoose(choices)}>
          {isOpen ? 'Выберите выше' : 'Сохранить так'}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

const PLACE = { paddingTop: '1rem', borderTop: '1px solid var(--edge)' };

interface OptionsProps {
  take: string;
  chosen: Choice | undefined;
  both: string | undefined;
  onChoose: (choice: Choice) => void;
}

function Options({ take, chosen, both, onChoose }: OptionsProps) {
  const options: [Choice, string][] = [
    ['mine', 'Оставить мою'],
    ['theirs', take],
    ...(both ? [['both', both] satisfies [Choice, string]] : []),
  ];
  return (
    <Radio.Group label="Что останется" value={chosen ?? null} onChange={(choice) => onChoose(choice as Choice)}>
      <Group mt="xs">
        {options.map(([choice, label]) => (
          <Radio key={choice} value={choice} label={label} />
        ))}
      </Group>
    </Radio.Group>
  );
}

interface PlaceTextsProps {
  place: Place;
  mine: Fields;
  theirs: Fields;
  saved: string;
}

function PlaceTexts({ place: { field, stretch }, mine, theirs, saved }: PlaceTextsProps) {
  const timeZone = useSiteTimeZone();
  const texts = stretch
    ? [textOf(stretch.mine), textOf(stretch.theirs)]
    : [[fieldText(mine, field, timeZone)], [fieldText(theirs, field, timeZone)]];
  return <TextDiff rows={compareTexts(texts[0] ?? [], texts[1] ?? [])} sides={['Ваша версия', saved]} />;
}

function Result({ place, fields, choices }: Pick<PlaceTextsProps, 'place'> & { fields: Fields; choices: Choices }) {
  const { key, field, stretch } = place;
  const timeZone = useSiteTimeZone();
  const choice = choices[key];
  if (!choice) return null;
  return (
    <div className={ui.notice} role="status">
      <b>Получится:</b>
      <Paragraphs texts={stretch ? textOf(chosenBlocks(stretch, choice)) : [fieldText(fields, field, timeZone)]} />
    </div>
  );
}

function Paragraphs({ texts }: { texts: string[] }) {
  if (texts.join('') === '') return <p className={ui.note}>ничего: место пусто</p>;
  return texts.map((text, at) => ({ text, at })).map(({ text, at }) => <p key={at}>{text}</p>);
}

function textOf(blocks: readonly string[]): string[] {
  return paragraphsOf(blocks.join(''));
}

/** Only texts can be merged: there is one cover and one time. */
function wordOfBoth({ field, stretch }: Place): string | undefined {
  if (stretch) return joinWords(stretch) ? 'Соединить правки' : 'Оставить обе, сначала мою';
  return field === 'title' ? 'Оставить обе, через «/»' : undefined;
}

function placeName(place: Place, places: readonly Place[]): string {
  const ofText = places.filter(({ stretch }) => stretch);
  if (!place.stretch || ofText.length === 1) return labelOf(place.field);
  return `Текст, место ${ofText.indexOf(place) + 1} из ${ofText.length}`;
}

function wordsFor(name: string | null, self: string) {
  const other = name === self ? 'из другой вкладки' : (name ?? 'другого редактора');
  const title =
    name === self
      ? 'Пока вы писали, в другой вкладке сохранена другая версия'
      : `Пока вы писали, сохранена версия ${other}`;
  const both = name === self ? 'в обеих вкладках изменили' : 'вы оба изменили';
  return { title, both, saved: `Версия ${other}`, take: `Взять версию ${other}` };
}
