import { Button } from '@mantine/core';
import { useState } from 'react';
import { capital, KIND_WORDS, type Kind } from '../../../../model/articles/kinds.ts';
import type { Trashed } from '../../../../model/articles/trash.ts';
import { isEditor } from '../../../../roles.ts';
import { Confirm } from '../../../ui/admin/dialog.tsx';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { Empty, LoadState } from '../../../ui/admin/loading/states.tsx';
import { tellDone, tellProblem } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useChange, usePaged } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from './news.module.css';

export function TrashList({ kind }: { kind: Kind }) {
  const path = kind === 'page' ? '/admin/pages-bin' : '/admin/bin';
  const { nominative, accusative } = KIND_WORDS[kind];
  const { items, problem, reload } = usePaged<Trashed>(path);
  const change = useChange(path);
  const [erasing, setErasing] = useState<Trashed>();
  const restore = async ({ id, title }: Trashed) => {
    try {
      await change('POST', `${path}/${id}/restore`);
      tellDone(`${capital(nominative)} «${title}» возвращена.`);
    } catch (error) {
      tellProblem(error);
    }
  };
  const erase = async ({ id, title }: Trashed) => {
    await change('DELETE', `${path}/${id}`);
    setErasing(undefined);
    tellDone(`${capital(nominative)} «${title}» удалена навсегда.`);
  };
  return (
    <>
      <LoadState data={items} problem={problem} reload={reload} rows={3} />
      {items?.length === 0 && (
        <Empty title="Корзина пуста">Удалённые {kind === 'page' ? 'страницы' : 'новости'} лежат здесь 30 дней.</Empty>
      )}
      {items && items.length > 0 && <TrashTable items={items} onRestore={restore} onErase={setErasing} />}
      {erasing && (
        <Confirm
          question={`Удалить эту ${accusative} навсегда?`}
          yes="Удалить навсегда"
          onYes={() => erase(erasing)}
          onNo={() => setErasing(undefined)}
        >
          <p>«{erasing.title}» и вся история её изменений исчезнут. Вернуть их будет нельзя.</p>
        </Confirm>
      )}
    </>
  );
}

interface TableProps {
  items: Trashed[];
  onRestore: (item: Trashed) => Promise<void>;
  onErase: (item: Trashed) => void;
}

function TrashTable({ items, onRestore, onErase }: TableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Заголовок</th>
          <th scope="col">Удалена</th>
          <th scope="col">Исчезнет</th>
          <th scope="col">Действия</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <TrashRow key={item.id} item={item} onRestore={onRestore} onErase={onErase} />
        ))}
      </tbody>
    </table>
  );
}

function TrashRow({ item, onRestore, onErase }: { item: Trashed } & Omit<TableProps, 'items'>) {
  const { role } = useSession();
  const [busy, setBusy] = useState(false);
  const { title, deletedAt, deletedBy, goneAt } = item;
  return (
    <tr>
      <td className={styles.title}>{title}</td>
      <td data-label="Удалена">
        <Moment at={deletedAt} />
        {deletedBy && <span className={ui.note}> {deletedBy}</span>}
      </td>
      <td data-label="Исчезнет">
        <Moment at={goneAt} />
      </td>
      <td>
        <div className={styles.actions}>
          <Button
            variant="default"
            size="sm"
            loading={busy}
            aria-label={`Вернуть: ${title}`}
            onClick={() => {
              setBusy(true);
              void onRestore(item).finally(() => setBusy(false));
            }}
          >
            Вернуть
          </Button>
          {isEditor(role) && (
            <Button
              variant="subtle"
              color="red"
              size="sm"
              aria-label={`Удалить навсегда: ${title}`}
              onClick={() => onErase(item)}
            >
              Удалить навсегда
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}
