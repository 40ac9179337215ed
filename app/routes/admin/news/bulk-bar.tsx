import { Button, CloseButton, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import type { Tag } from '../../../../model/articles/tags/tags.ts';
import { plural } from '../../../../model/text/plural.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { Confirm } from '../../../ui/admin/ask.tsx';
import { MomentField, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { clockName, isAhead } from '../../../ui/admin/fields/zone.ts';
import { FormDialog, useFormCall } from '../../../ui/admin/form/form-call.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { LOWER_BAR, Rest } from '../../../ui/admin/lower-bar.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { useGet } from '../../../ui/admin/queries.ts';
import { useGroups } from '../editor/cards/group-card.tsx';
import styles from './news.module.css';
import { type Act, type Given, useBulk } from './use-selection.ts';

interface Asked {
  word: string;
  question?: [what: string, yes: string, so: string]; // What, the answer, and what follows, of one as of several
  form?: string; // Title of the form that asks for what each article is given
}

const ACTS: Record<Act, Asked> = {
  publish: { word: 'Опубликовать', question: ['Опубликовать', 'Опубликовать', 'Читатели увидят выбранное сразу.'] },
  plan: { word: 'Запланировать', form: 'Запланировать' },
  withdraw: {
    word: 'Снять с публикации',
    question: ['Снять с публикации', 'Снять', 'На сайте этого не будет, выбранное перейдёт в черновики.'],
  },
  group: { word: 'В группу', form: 'Объединить в группу' },
  tag: { word: 'Добавить тег', form: 'Добавить тег' },
  trash: {
    word: 'В корзину',
    question: [
      'Вы уверены, что хотите удалить',
      'Удалить',
      'На сайте этого не будет; 30 дней выбранное пролежит в корзине.',
    ],
  },
};

export function BulkBar({ chosen, choose }: { chosen: AdminCard[]; choose: (cards: AdminCard[]) => void }) {
  const { run, progress, failures, forget } = useBulk(choose);
  const [asked, setAsked] = useState<Act>();
  const hidden = chosen.filter(({ status }) => status !== 'published');
  const planned = chosen.filter(({ status }) => status !== 'draft');
  const fitting = { publish: hidden, plan: hidden, withdraw: planned, tag: chosen, group: chosen, trash: chosen };
  const left = asked ? chosen.length - fitting[asked].length : 0;
  const leftText =
    left > 0
      ? `Ещё ${plural(left, 'новость', 'новости', 'новостей')} пропустим: ${asked === 'withdraw' ? 'и так не' : 'уже'} на сайте.`
      : '';
  const isBusy = progress !== undefined;
  const close = () => setAsked(undefined);
  const start = (act: Act, given?: Given) => {
    close();
    void run(act, fitting[act], given);
  };
  // A single choice is published and withdrawn without a question; of several it names those that fit.
  const press = (act: Act) => (chosen.length > 1 || act === 'trash' || ACTS[act].form ? setAsked(act) : start(act));
  const acts = (Object.keys(ACTS) as Act[]).filter((act) => fitting[act].length > 0 || progress?.act === act);
  const buttons = acts.map((act) => (
    <Button
      key={act}
      variant="default"
      size="sm"
      styles={{ label: { whiteSpace: 'normal', lineHeight: 1.2 } }}
      disabled={isBusy}
      loading={progress?.act === act}
      onClick={() => press(act)}
    >
      {ACTS[act].word}
    </Button>
  ));
  return (
    <>
      {failures.length > 0 && (
        <Problem
          text={`Не получилось: ${plural(failures.length, 'новость', 'новости', 'новостей')}.${failures.every(({ isLeft }) => isLeft) ? ' Они остались выбранными.' : ''}`}
          detail={failures.map(({ title, reason }) => `${quoted(title)} — ${reason}`).join('\n')}
          onClose={forget}
        />
      )}
      {chosen.length > 0 && (
        <section className={`${ui.floating} ${styles.bulk}`} aria-label="Выбранные новости" {...LOWER_BAR}>
          <div className={ui.bar}>
            <p role="status">{progress ? `Готово ${progress.done} из ${progress.of}` : `Выбрано: ${chosen.length}`}</p>
            {buttons.slice(0, 2)}
            <Rest>{buttons.slice(2)}</Rest>
            <CloseButton aria-label="Снять выбор" disabled={isBusy} onClick={() => choose([])} />
          </div>
        </section>
      )}
      {asked && ACTS[asked].question && (
        <Question
          question={ACTS[asked].question}
          articles={fitting[asked]}
          left={leftText}
          onYes={() => start(asked)}
          onNo={close}
        />
      )}
      {asked && ACTS[asked].form && (
        <GivenForm
          act={asked}
          title={ACTS[asked].form}
          count={fitting[asked].length}
          left={leftText}
          onGive={(given) => start(asked, given)}
          onClose={close}
        />
      )}
    </>
  );
}

const NAMED = 5;

interface QuestionProps {
  question: NonNullable<Asked['question']>;
  articles: AdminCard[];
  left: string; // Of those that are left out
  onYes: () => void;
  onNo: () => void;
}

function Question({ question: [what, yes, so], articles, left, onYes, onNo }: QuestionProps) {
  const number = articles.length;
  const of = number === 1 ? 'эту новость' : plural(number, 'новость', 'новости', 'новостей');
  return (
    <Confirm question={`${what} ${of}?`} yes={yes} color={what === yes ? 'ink' : 'red'} onYes={onYes} onNo={onNo}>
      <ul>
        {articles.slice(0, NAMED).map(({ id, title }) => (
          <li key={id}>{quoted(title)}</li>
        ))}
        {number > NAMED && <li>и ещё {number - NAMED}</li>}
      </ul>
      <p>
        {so} {left}
      </p>
    </Confirm>
  );
}

interface FormProps {
  act: Act;
  title: string;
  count: number;
  left: string;
  onGive: (given: Given) => void;
  onClose: () => void;
}

function GivenForm({ act, title, count, left, onGive, onClose }: FormProps) {
  const { groups, create } = useGroups();
  const { data: tags = [] } = useGet<Tag[]>(act === 'tag' ? '/admin/tags' : null);
  const zone = useSiteTimeZone();
  const form = useFormCall({ given: '' }, async ({ given }) => {
    const name = given.trim();
    if (act === 'plan' && !isAhead(given)) throw new Error('Это время уже прошло.');
    if (act === 'plan') return onGive({ publishAt: given });
    if (act === 'tag') return onGive({ tag: name });
    const group = groups.find((each) => each.name === name) ?? (await create(name));
    onGive({ group: group.id });
  });
  const input = { list: 'given', 'data-autofocus': true, ...form.text('given') };
  return (
    <FormDialog
      title={`${title}: ${plural(count, 'новость', 'новости', 'новостей')}`}
      yes={title}
      form={form}
      onClose={onClose}
    >
      {act === 'plan' && (
        <MomentField label="Когда опубликовать" note={clockName(zone)} {...form.moment('given')} name="publishAt" />
      )}
      {act === 'tag' && <TextInput label="Тег" {...input} />}
      {act === 'group' && (
        <TextInput
          label="Группа"
          description="Из новостей одной группы читатели увидят только одну: например, «Победила Анна» или «Победил Борис». Новое название создаст группу."
          {...input}
        />
      )}
      <datalist id="given">
        {(act === 'tag' ? tags.map((tag) => tag.title) : groups.map((group) => group.name)).map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {left && <p>{left}</p>}
    </FormDialog>
  );
}
