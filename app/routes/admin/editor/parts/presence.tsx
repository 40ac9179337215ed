import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Presence } from '../../../../../model/articles/presence.ts';
import { Moment } from '../../../../ui/admin/fields/moment.tsx';
import { tellProblem } from '../../../../ui/admin/notices.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { ApiError } from '../../../../ui/errors/api-error.ts';
import { useDraft } from '../draft/use-draft.ts';
import type { Editing } from '../draft/use-editing.ts';

/** Other editors of the article, and a newer stored version. */
export function PresenceLine({ editing: { draft, presence, isBehind, saving } }: { editing: Editing }) {
  const { username: self, nameOf } = useSession();
  const { mutate: adopt, isPending } = useMutation({
    mutationFn: saving.refresh,
    onSuccess: (fits) => fits || tellProblem('Вы изменили то же самое. Что оставить, панель спросит при сохранении.'),
    onError: tellProblem,
  });
  const isDirty = useDraft(draft, 'isDirty');
  const names = [
    ...new Set(presence.others.map(({ username }) => (username === self ? 'вас в другой вкладке' : nameOf(username)))),
  ];
  return (
    <div className={ui.notice} data-kind="wait" role="status">
      {names.length > 0 && (
        <p>
          Сейчас {draft.words.nominative} открыта у {new Intl.ListFormat('ru').format(names)}.
        </p>
      )}
      {isBehind && (
        <p>
          Новая версия{' '}
          {presence.savedBy === self
            ? 'из другой вкладки'
            : `от ${presence.savedBy ? nameOf(presence.savedBy) : 'коллеги'}`}
          {presence.savedAt && ', '}
          {presence.savedAt && <Moment at={presence.savedAt} />}{' '}
          <Button size="compact-sm" variant="default" loading={isPending} onClick={() => adopt()}>
            {isDirty ? 'Соединить с моими правками' : 'Показать здесь'}
          </Button>
        </p>
      )}
    </div>
  );
}

const HEARTBEAT_INTERVAL = 10_000; // ms
const RETRY = 3000;
/** Reading between heartbeats while the page is seen, in ms. */
const POLL_INTERVAL = 2000;

const NOBODY: Partial<Presence> & Pick<Presence, 'others'> = { others: [] };

/** Other editors, the last save, and whether the server answers. */
export function usePresence(
  path: string,
  slug: string | undefined,
  tab: string | undefined,
  setOnline: (is: boolean) => void,
) {
  const { call } = useSession();
  const address = `${path}/${slug}/presence`;
  // Not `useAnswer`: only new data may render the screen again.
  const { data = NOBODY } = useQuery({
    queryKey: [address, tab],
    queryFn: async ({ signal }) =>
      (await call<Presence>('GET', `${address}?tab=${tab}`, { background: true, signal })).data,
    enabled: Boolean(slug && tab),
    refetchInterval: POLL_INTERVAL,
    networkMode: 'online',
  });
  const tell = useCallback(
    // A new article has no presence: only the connection is checked.
    (signal: AbortSignal) =>
      slug
        ? call('PUT', address, { body: { tab }, background: true, signal })
        : call('GET', '/auth/verify', { background: true, signal }),
    [address, slug, tab, call],
  );
  useEffect(() => (tab ? keepTelling(tell, setOnline) : undefined), [tab, tell, setOnline]);
  useEffect(() => {
    if (!slug || !tab) return;
    const leave = () =>
      void call('DELETE', address, { body: { tab }, background: true, keepalive: true }).catch(() => {});
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [address, slug, tab, call]);
  return data;
}

function keepTelling(tell: (signal: AbortSignal) => Promise<unknown>, setOnline: (is: boolean) => void): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const beat = async () => {
    clearTimeout(timer);
    let hasAnswer = true;
    await tell(stop.signal).catch((error) => {
      hasAnswer = !(error instanceof ApiError && error.status === 0);
    });
    if (stop.signal.aborted) return;
    setOnline(hasAnswer);
    timer = setTimeout(beat, hasAnswer ? HEARTBEAT_INTERVAL : RETRY);
  };
  void beat();
  addEventListener('online', beat, { signal: stop.signal });
  addEventListener('offline', () => setOnline(false), { signal: stop.signal });
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}
