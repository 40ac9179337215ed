import { useCallback } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { Show } from '../../../../model/programme/show-row.ts';
import { offerUndo, useReloadAfterUndo } from '../../../ui/admin/form/undo.tsx';
import { useLoaded } from '../../../ui/admin/loading/use-loaded.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';

export interface StoredProgramme {
  shows: Show[];
  contestants: Contestant[];
}

export type ProgrammeState = ReturnType<typeof useProgramme>;

/** The programme and its changes, each with its undo. A refused change reads the programme again. */
export function useProgramme() {
  const { call } = useSession();
  const readAll = useCallback(
    async (signal?: AbortSignal) => (await call<StoredProgramme>('GET', '/programme', { signal })).data,
    [call],
  );
  const { data, problem, reload, change } = useLoaded<StoredProgramme>(readAll);
  useReloadAfterUndo(reload);

  const tried = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      await reload();
      throw error;
    }
  };
  const putOrder = async ({ id, version }: Pick<Show, 'id' | 'version'>, ids: number[], keepalive = false) => {
    const options = { body: { ids }, ifMatch: `"${version}"`, keepalive };
    return (await call<Show>('PUT', `/admin/shows/${id}/order`, options)).data;
  };
  const order = (show: Show, ids: number[], text: string, keepalive = false) =>
    tried(async () => {
      const saved = await putOrder(show, ids, keepalive);
      change((now) => ({ ...now, shows: now.shows.map((each) => (each.id === saved.id ? saved : each)) }));
      offerUndo({ text, undo: () => putOrder(saved, show.running_order) });
    });
  const withdraw = ({ id, version, slug: _slug, ...fields }: Contestant) =>
    tried(async () => {
      const put = async (is_withdrawn: boolean, ifMatch: number) =>
        (
          await call<Contestant>('PUT', `/admin/contestants/${id}`, {
            body: { ...fields, is_withdrawn },
            ifMatch: `"${ifMatch}"`,
          })
        ).data;
      const saved = await put(!fields.is_withdrawn, version);
      await reload();
      const text = saved.is_withdrawn ? 'Не участвует в конкурсе' : 'Снова участвует в конкурсе';
      offerUndo({ text: `${text}: ${fields.name}.`, undo: () => put(fields.is_withdrawn, saved.version) });
    });
  const removeContestant = ({ id, version, ...fields }: Contestant) =>
    tried(async () => {
      const places = (data?.shows ?? []).flatMap((show) => {
        const place = show.running_order.indexOf(id);
        return place < 0 ? [] : { show: show.id, place };
      });
      await call('DELETE', `/admin/contestants/${id}`, { ifMatch: `"${version}"` });
      await reload();
      const undo = async () => {
        const { data: made } = await call<Contestant>('POST', '/admin/contestants', { body: fields });
        const { shows } = await readAll();
        for (const { show: at, place } of places) {
          const show = shows.find((each) => each.id === at);
          if (show) await putOrder(show, show.running_order.toSpliced(place, 0, made.id));
        }
      };
      offerUndo({ text: `Участник удалён: ${fields.name}.`, undo });
    });
  const removeShow = ({ id, version, running_order, ...fields }: Show) =>
    tried(async () => {
      await call('DELETE', `/admin/shows/${id}`, { ifMatch: `"${version}"` });
      await reload();
      const undo = async () => {
        const { data: made } = await call<Show>('POST', '/admin/shows', { body: fields });
        await putOrder(made, running_order);
      };
      offerUndo({ text: `Концерт удалён: ${fields.title}.`, undo });
    });

  const performing = new Set(data?.shows.flatMap(({ running_order }) => running_order));
  return {
    shows: data?.shows,
    contestants: data?.contestants ?? [],
    /** Who performs nowhere. */
    others: (data?.contestants ?? []).filter(({ id }) => !performing.has(id)),
    ...{ problem, reload, order, withdraw, removeContestant, removeShow },
  };
}
