import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { AuditRecord } from '../../../model/audit-log.ts';
import { todayIn } from '../../../model/text/date.ts';
import { editorialKinds } from '../../../resources.ts';
import { Ask } from '../../ui/admin/ask.tsx';
import { dayText, timeText, useSiteTimeZone } from '../../ui/admin/fields/moment.tsx';
import { offerUndo } from '../../ui/admin/form/undo.tsx';
import { Empty, LoadState, More } from '../../ui/admin/loading/states.tsx';
import ui from '../../ui/admin/patterns.module.css';
import { useGet, usePaged, withPaths } from '../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import styles from './audit-log/audit-log.module.css';
import { Changes, Sentence } from './audit-log/sentence.tsx';
import { VIEWS, WITHOUT_SESSIONS } from './audit-log/words.ts';

type Listed = AuditRecord & { canRevert?: true };

export const meta = () => panelHead('Журнал');

export default function AuditLog() {
  const { items, problem, reload, ...rest } = usePaged<Listed>(useLogPath());
  const zone = useSiteTimeZone();
  const days = Map.groupBy(items ?? [], ({ at }) => todayIn(zone, new Date(at)));
  return (
    <Screen title="Журнал" lead="Кто, что и на что менял в панели.">
      <Filters />
      <LoadState data={items} problem={problem} reload={reload} rows={6} height={40} />
      {items?.length === 0 && <Empty title="Таких записей в журнале нет" />}
      {[...days].map(([day, records]) => (
        <section key={day} className={`${ui.list} ${styles.day}`} aria-label={dayText(day, zone)}>
          <h2 className={ui.title}>{dayText(day, zone)}</h2>
          <ol className={ui.rows}>
            {records.map((record) => (
              <Entry key={record.id} record={record} zone={zone} />
            ))}
          </ol>
        </section>
      ))}
      <More {...rest} />
    </Screen>
  );
}

function Entry({ record, zone }: { record: Listed; zone: string }) {
  return (
    <li>
      <time dateTime={record.at}>{timeText(new Date(record.at), zone)}</time>
      <div className={ui.list}>
        <Group justify="space-between" gap="0.125rem 1rem">
          <span id={`entry-${record.id}`}>
            <Sentence record={record} />
          </span>
          <Text span c="dimmed">
            {record.who ?? 'сервер'}
          </Text>
        </Group>
        <Changes record={record} />
        {record.canRevert && <Revert record={record} />}
      </div>
    </li>
  );
}

function Revert({ record }: { record: AuditRecord }) {
  const { call } = useSession();
  const client = useQueryClient();
  const { id } = record;
  const revert = async (entry: number) =>
    (await call<{ id: number }>('POST', `/admin/journal/${entry}/revert`)).data.id;
  const go = async () => {
    const made = await revert(id);
    offerUndo({ text: 'Возвращено, как было.', undo: () => revert(made) });
    await client.invalidateQueries(withPaths('/admin/journal'));
  };
  return (
    <Ask
      button={(ask) => (
        <Button
          variant="default"
          size="compact-sm"
          style={{ justifySelf: 'start', marginTop: '0.375rem' }}
          aria-describedby={`entry-${id}`}
          onClick={ask}
        >
          Вернуть как было
        </Button>
      )}
      question="Вернуть как было?"
      yes="Вернуть"
      color="ink"
      onYes={go}
    >
      <p>Посетители увидят это сразу.</p>
    </Ask>
  );
}

const SERVER = '-'; // In `who`: the server and its command line

/** The list's address; the filter is in the screen's URL, so that it can be linked and Back restores it. */
function useLogPath(): string {
  const [search] = useSearchParams();
  const { kinds = WITHOUT_SESSIONS } = VIEWS.find(({ value }) => value === (search.get('view') ?? '')) ?? {};
  const who = search.get('who');
  const query = new URLSearchParams({
    limit: '50',
    ...(kinds.length > 0 && { kind: kinds.join() }),
    ...(who && { who: who === SERVER ? '' : who }),
  });
  return `/admin/journal?${query}`;
}

function Filters() {
  const { role } = useSession();
  const views = VIEWS.filter(
    ({ kinds }) =>
      role === 'administrator' || kinds.every((kind) => editorialKinds.includes(kind)) || kinds === WITHOUT_SESSIONS,
  );
  const [search, setSearch] = useSearchParams();
  const { data: people = [] } = useGet<string[]>('/admin/journal/people');
  const field = (name: 'view' | 'who') => ({
    value: search.get(name) ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setSearch(
        (before) => {
          before.delete(name);
          if (value) before.set(name, value);
          return before;
        },
        { replace: true },
      ),
  });
  const chosen = search.get('who');
  const names = chosen && chosen !== SERVER ? [...new Set([...people, chosen])] : people;
  return (
    <div className={ui.pair}>
      <NativeSelect label="Что" data={views.map(({ value, label }) => ({ value, label }))} {...field('view')} />
      <NativeSelect
        label="Кто"
        data={[{ value: '', label: 'Все' }, ...names, { value: SERVER, label: 'Сервер' }]}
        {...field('who')}
      />
    </div>
  );
}
