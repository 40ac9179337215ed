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
import type { Choices, Place } from '../draft/merge.ts';

interface Props {
  draft: Draft;
  theirs: AdminArticle;
  onChoose: (choices: Choices) => void;
  onClose: () => void;
}

/** A choice for each place that both changed, with its result; the rest is merged already. */
export function ConflictDialog({ draft, theirs, onChoose, onClose }: Props) {
  const { username, nameOf } = useSession();
  const [choices, setChoices] = useState<Choices>(() => {
    const joinable = draft.mergedWith(theirs).conflicts.filter(({ stretch }) => stretch && joinWords(stretch));
    return Object.fromEntries(joinable.map(({ key }) => [key, 'both']));
  });
  const { merged, conflicts } = draft.mergedWith(theirs, choices);
  const versions = { mine: draft.now(), theirs: draft.fieldsOf(theirs), merged };
  const isOpen = conflicts.some(({ key }) => !choices[key]);
  const { title, both, by } = wordsFor(theirs.updatedBy && nameOf(theirs.updatedBy), nameOf(username));
  return (
    <Dialog role="alertdialog" wide title={title} onClose={onClose}>
      <p>
        Другая версия сохранена: <Moment at={theirs.updatedAt} />. Ваш текст цел и пока не сохранён. Правки в разных
        местах уже соединены; решите, что останется там, где {both} одно и то же.
      </p>
      {conflicts.map((place) => (
        <section key={place.key} className={ui.list} style={PLACE}>
          <h3>{placeName(place, conflicts)}</h3>
          <PlaceChoice
            {...{ place, versions, by }}
            chosen={choices[place.key]}
            onChoose={(choice) => setChoices({ ...choices, [place.key]: choice })}
          />
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

interface ChoiceProps {
  place: Place;
  versions: Record<'mine' | 'theirs' | 'merged', Fields>;
  by: string;
  chosen: Choice | undefined;
  onChoose: (choice: Choice) => void;
}

function PlaceChoice({ place, versions: { mine, theirs, merged }, by, chosen, onChoose }: ChoiceProps) {
  const { field, stretch } = place;
  const timeZone = useSiteTimeZone();
  const textIn = (fields: Fields, blocks: readonly string[] | undefined) =>
    blocks ? paragraphsOf(blocks.join('')) : [fieldText(fields, field, timeZone)];
  const rows = compareTexts(textIn(mine, stretch?.mine), textIn(theirs, stretch?.theirs));
  const result = chosen && textIn(merged, stretch && chosenBlocks(stretch, chosen));
  const both = wordOfBoth(place);
  return (
    <>
      <TextDiff rows={rows} sides={['Ваша версия', `Версия ${by}`]} />
      <Radio.Group label="Что останется" value={chosen ?? null} onChange={(choice) => onChoose(choice as Choice)}>
        <Group mt="xs">
          <Radio value="mine" label="Оставить мою" />
          <Radio value="theirs" label={`Взять версию ${by}`} />
          {both && <Radio value="both" label={both} />}
        </Group>
      </Radio.Group>
      {result && (
        <div className={ui.notice} role="status">
          <b>Получится:</b>
          {result.join('') === '' && <p className={ui.note}>ничего: место пусто</p>}
          {result.join('') !== '' && [...result.entries()].map(([at, text]) => <p key={at}>{text}</p>)}
        </div>
      )}
    </>
  );
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
  const by = name ?? 'другого редактора';
  return name === self
    ? {
        by: 'из другой вкладки',
        title: 'Пока вы писали, в другой вкладке сохранена другая версия',
        both: 'в обеих вкладках изменили',
      }
    : { by, title: `Пока вы писали, сохранена версия ${by}`, both: 'вы оба изменили' };
}
