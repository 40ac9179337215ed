import { useMutation } from '@tanstack/react-query';
import { capital, KIND_WORDS, type Kind } from '../../../../model/articles/kinds.ts';
import type { Trashed } from '../../../../model/articles/trash.ts';
import { formatDate, todayIn } from '../../../../model/text/date.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { isEditor } from '../../../../roles.ts';
import { RowButton, RowConfirm } from '../../../ui/admin/ask.tsx';
import { Moment, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { Empty, LoadState } from '../../../ui/admin/loading/states.tsx';
import { notifyError, notifySuccess } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useChange, usePaged } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from './news.module.css';

const PATHS = { article: '/admin/bin', page: '/admin/pages-bin' };

export function TrashList({ kind }: { kind: Kind }) {
  const { items, problem, reload } = usePaged<Trashed>(PATHS[kind]);
  return (
    <>
      <LoadState data={items} problem={problem} reload={reload} rows={3} />
      {items?.length === 0 && (
        <Empty title="Корзина пуста">Удалённые {kind === 'page' ? 'страницы' : 'новости'} лежат здесь 30 дней.</Empty>
      )}
      {items && items.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Заголовок, когда и кем удалена</th>
              <th scope="col">Действия</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <TrashRow key={item.id} kind={kind} {...item} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function TrashRow({ kind, id, title, deletedAt, deletedBy, goneAt }: Trashed & { kind: Kind }) {
  const { role, nameOf } = useSession();
  const zone = useSiteTimeZone();
  const change = useChange(PATHS[kind]);
  const { nominative, accusative } = KIND_WORDS[kind];
  const restoring = useMutation({
    mutationFn: () => change('POST', `${PATHS[kind]}/${id}/restore`),
    onSuccess: () => notifySuccess(`${capital(nominative)} возвращена: ${quoted(title)}.`),
    onError: notifyError,
  });
  const erase = async () => {
    await change('DELETE', `${PATHS[kind]}/${id}`);
    notifySuccess(`${capital(nominative)} удалена навсегда: ${quoted(title)}.`);
  };
  return (
    <tr>
      <td className={styles.title}>
        {title}
        <p className={ui.note}>
          Удалена <Moment at={deletedAt} />
          {deletedBy && ` (${nameOf(deletedBy)})`}. Останется до {formatDate(todayIn(zone, new Date(goneAt)))}.
        </p>
      </td>
      <td>
        <div className={styles.actions}>
          <RowButton word="Вернуть" of={title} loading={restoring.isPending} onClick={() => restoring.mutate()} />
          {isEditor(role) && (
            <RowConfirm
              word="Удалить навсегда"
              of={title}
              question={`Удалить эту ${accusative} навсегда?`}
              onYes={erase}
            >
              <p>{quoted(title)} и вся история её изменений исчезнут. Вернуть их будет нельзя.</p>
            </RowConfirm>
          )}
        </div>
      </td>
    </tr>
  );
}
