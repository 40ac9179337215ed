import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Presence } from '../../../../../model/articles/presence.ts';
import { Moment } from '../../../../ui/admin/fields/moment.tsx';
import { notifyError } from '../../../../ui/admin/notices.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { ApiError } from '../../../../ui/errors/api-error.ts';
import { refresh } from '../draft/saving.ts';
import { useDraft } from '../draft/use-draft.ts';
import type { Editing } from '../draft/use-editing.ts';

export function PresenceLine({ editing: { draft, presence, isBehind } }: { editing: Editing }) {
  const { call, username: self, nameOf } = useSession();
  const { mutate: adopt, isPending } = useMutation({
    mutationFn: () => refresh(draft, call),
    onSuccess: (fits) => fits || notifyError('Вы изменили то же самое. Что оставить, панель спросит при сохранении.'),
    onError: notifyError,
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

/** In ms; of a new article only the connection is checked. */
const INTERVAL = { stored: 3000, new: 10_000 };
const BEAT_TIMEOUT = 10_000; // ms; one without an answer would keep all later ones from being sent

const NOBODY: Partial<Presence> & Pick<Presence, 'others'> = { others: [] };

/** Sends heartbeats for the open article; returns other editors, the last save, and whether the server responds. */
export function usePresence(
  path: string,
  slug: string | undefined,
  tab: string | undefined,
  setOnline: (is: boolean) => void,
) {
  const { call } = useSession();
  const address = `${path}/${slug}/presence`;
  // Not `useGet`: only new data may render the screen again.
  const { data = NOBODY } = useQuery({
    queryKey: [address, tab],
    queryFn: async ({ signal }) => {
      const limit = AbortSignal.timeout(BEAT_TIMEOUT);
      const background = { background: true, signal: AbortSignal.any([signal, limit]) };
      const beat = slug
        ? call<Presence>('PUT', address, { body: { tab }, ...background })
        : call('GET', '/auth/verify', background).then(() => ({ data: NOBODY }));
      const { data } = await beat.catch((error) => {
        if (!signal.aborted) setOnline(!(error instanceof ApiError && error.status === 0));
        throw error;
      });
      setOnline(true);
      return data;
    },
    enabled: Boolean(tab),
    refetchInterval: ({ state }) => (slug || state.status === 'error' ? INTERVAL.stored : INTERVAL.new),
    refetchIntervalInBackground: true,
    refetchOnReconnect: 'always',
    networkMode: 'always',
    retry: false,
  });
  useWindowEvent('offline', () => setOnline(false));
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
