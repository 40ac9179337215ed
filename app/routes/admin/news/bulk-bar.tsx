import { Button, CloseButton, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import { plural } from '../../../../model/text/plural.ts';
import { Confirm, Dialog, FormButtons } from '../../../ui/admin/dialog.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import styles from './news.module.css';
import { type Act, useBulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

/** What can be done to all chosen articles. */
export function BulkBar({ selection: { chosen, choose } }: { selection: Selection }) {
  const { run, progress, failures, forget } = useBulk(choose);
  const [asked, setAsked] = useState<Act>();
  const hidden = chosen.filter(({ status }) => status !== 'published');
  const planned = chosen.filter(({ status }) => status !== 'draft');
  const isBusy = progress !== undefined;
  const button = (act: Act, articles: AdminCard[], text: string) => (
    <Button
      variant="default"
      size="sm"
      disabled={isBusy || articles.length === 0}
      loading={progress?.act === act}
      onClick={() =>
        act === 'trash' || act === 'tag' || articles.length > 1 ? setAsked(act) : void run(act, articles)
      }
    >
      {text}
    </Button>
  );
  const start = (act: Act, articles: AdminCard[], tag?: string) => {
    setAsked(undefined);
    void run(act, articles, tag);
  };
  const close = () => setAsked(undefined);
  return (
    <>
      {failures.length > 0 && <Failures failures={failures} onClose={forget} />}
      {chosen.length > 0 && (
        <section className={`${ui.floating} ${styles.bulk}`} aria-label="Выбранные новости" data-lower-bar>
          <p role="status">{progress ? `Готово ${progress.done} из ${progress.of}` : `Выбрано: ${chosen.length}`}</p>
          {button('publish', hidden, 'Опубликовать')}
          {button('withdraw', planned, 'Снять с публикации')}
          {button('tag', chosen, 'Добавить тег')}
          {button('trash', chosen, 'В корзину')}
          <CloseButton aria-label="Снять выбор" disabled={isBusy} onClick={() => choose([])} />
        </section>
      )}
      {asked === 'publish' && (
        <Question act={asked} articles={hidden} onYes={() => start(asked, hidden)} onNo={close} />
      )}
      {asked === 'withdraw' && (
        <Question act={asked} articles={planned} onYes={() => start(asked, planned)} onNo={close} />
      )}
      {asked === 'trash' && <Question act={asked} articles={chosen} onYes={() => start(asked, chosen)} onNo={close} />}
      {asked === 'tag' && <TagForm count={chosen.length} onTag={(tag) => start(asked, chosen, tag)} onClose={close} />}
    </>
  );
}

interface QuestionProps {
  act: keyof typeof QUESTIONS;
  articles: AdminCard[];
  onYes: () => void;
  onNo: () => void;
}

const QUESTIONS = {
  publish: { what: 'Опубликовать', yes: 'Опубликовать', so: 'Читатели увидят их сразу.' },
  withdraw: { what: 'Снять с публикации', yes: 'Снять', so: 'Они пропадут с сайта и станут черновиками.' },
  trash: {
    what: 'Вы уверены, что хотите удалить',
    yes: 'Удалить',
    so: 'Они пропадут с сайта и 30 дней пролежат в корзине.',
  },
};

/** Several articles, and deletion, need a confirmation. */
function Question({ act, articles, onYes, onNo }: QuestionProps) {
  const { what, yes, so } = QUESTIONS[act];
  const number = articles.length;
  const of = number === 1 ? 'эту новость' : plural(number, 'новость', 'новости', 'новостей');
  return (
    <Confirm question={`${what} ${of}?`} yes={yes} onYes={onYes} onNo={onNo}>
      <ul>
        {articles.slice(0, NAMED).map(({ id, title }) => (
          <li key={id}>«{title}»</li>
        ))}
        {number > NAMED && <li>и ещё {number - NAMED}</li>}
      </ul>
      <p>{so}</p>
    </Confirm>
  );
}

function TagForm({ count, onTag, onClose }: { count: number; onTag: (tag: string) => void; onClose: () => void }) {
  const [tag, setTag] = useState('');
  return (
    <Dialog title={`Добавить тег: ${plural(count, 'новость', 'новости', 'новостей')}`} onClose={onClose}>
      <form
        style={{ display: 'grid', gap: '1rem' }}
        onSubmit={(event) => {
          event.preventDefault();
          if (tag.trim()) onTag(tag.trim());
        }}
      >
        <TextInput
          label="Тег"
          data-autofocus
          value={tag}
          onChange={({ currentTarget }) => setTag(currentTarget.value)}
        />
        <FormButtons submit="Добавить" onCancel={onClose} />
      </form>
    </Dialog>
  );
}

const NAMED = 5;

function Failures({ failures, onClose }: { failures: { title: string; reason: string }[]; onClose: () => void }) {
  const reasons = failures.map(({ title, reason }) => `«${title}» — ${reason}`).join('\n');
  return (
    <Problem
      text={`Не получилось: ${plural(failures.length, 'новость', 'новости', 'новостей')}. Они остались выбранными.`}
      detail={reasons}
      onClose={onClose}
    />
  );
}
