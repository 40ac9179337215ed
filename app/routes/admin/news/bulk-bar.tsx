import { Button, CloseButton } from '@mantine/core';
import { useState } from 'react';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import { plural } from '../../../../model/text/plural.ts';
import { Confirm } from '../../../ui/admin/dialog.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import styles from './news.module.css';
import { type Act, useBulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

/** What can be done to all chosen articles. */
export function BulkBar({ selection: { chosen, choose } }: { selection: Selection }) {
  const { run, progress, failures, forget } = useBulk(choose);
  const [isAsking, setAsking] = useState(false);
  const hidden = chosen.filter(({ status }) => status !== 'published');
  const planned = chosen.filter(({ status }) => status !== 'draft');
  const isBusy = progress !== undefined;
  const button = (act: Act, articles: AdminCard[], text: string) => (
    <Button
      variant="default"
      size="sm"
      disabled={isBusy || articles.length === 0}
      loading={progress?.act === act}
      onClick={() => (act === 'trash' ? setAsking(true) : void run(act, articles))}
    >
      {text}
    </Button>
  );
  return (
    <>
      {failures.length > 0 && <Failures failures={failures} onClose={forget} />}
      {chosen.length > 0 && (
        <section className={`${ui.floating} ${styles.bulk}`} aria-label="Выбранные новости" data-lower-bar>
          <p role="status">{progress ? `Готово ${progress.done} из ${progress.of}` : `Выбрано: ${chosen.length}`}</p>
          {button('publish', hidden, 'Опубликовать')}
          {button('withdraw', planned, 'Снять с публикации')}
          {button('trash', chosen, 'В корзину')}
          <CloseButton aria-label="Снять выбор" disabled={isBusy} onClick={() => choose([])} />
        </section>
      )}
      {isAsking && (
        <Confirm
          question={
            chosen.length === 1
              ? 'Вы уверены, что хотите удалить эту новость?'
              : `Вы уверены, что хотите удалить ${plural(chosen.length, 'новость', 'новости', 'новостей')}?`
          }
          yes="Удалить"
          onYes={() => {
            setAsking(false);
            void run('trash', chosen);
          }}
          onNo={() => setAsking(false)}
        >
          <ul>
            {chosen.slice(0, NAMED).map(({ id, title }) => (
              <li key={id}>«{title}»</li>
            ))}
            {chosen.length > NAMED && <li>и ещё {chosen.length - NAMED}</li>}
          </ul>
          <p>Они пропадут с сайта и 30 дней пролежат в корзине.</p>
        </Confirm>
      )}
    </>
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
