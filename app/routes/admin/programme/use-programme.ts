import { useSearchParams } from 'react-router';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { Show } from '../../../../model/programme/show-row.ts';
import { headingOf, tableFields } from '../../../../model/programme/table-columns.ts';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import { notifySuccess } from '../../../ui/admin/notices.ts';
import { useChange, useGet } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';

export interface StoredProgramme {
  shows: Show[];
  contestants: Contestant[];
  edition_id: number;
}

/** In running order, the withdrawn among them. */
export function performersOf({ running_order }: Show, contestants: Contestant[]): Contestant[] {
  const byId = new Map(contestants.map((contestant) => [contestant.id, contestant]));
  return running_order.flatMap((id) => byId.get(id) ?? []);
}

/** Rows in the format that `importTable` reads. */
export function tableOf(performing: Contestant[]): (string | number)[][] {
  const rows = performing.map((contestant, at) =>
    tableFields.map((field) => (field === 'number' ? at + 1 : (contestant[field] ?? ''))),
  );
  return [tableFields.map(headingOf), ...rows];
}

export type ProgrammeState = ReturnType<typeof useProgramme>;

/** The programme and its changes; what does not ask first has an undo. */
export function useProgramme() {
  const { call } = useSession();
  const [search] = useSearchParams();
  const edition = search.get('edition');
  const { data, problem, reload } = useGet<StoredProgramme>(
    edition === null ? '/programme' : `/programme?edition=${encodeURIComponent(edition)}`,
  );
  const change = useChange('/programme');

  const putOrder = async (send: typeof call, { id, version }: Show, ids: number[], keepalive = false) => {
    const options = { body: { ids }, ifMatch: `"${version}"`, keepalive };
    return (await send<Show>('PUT', `/admin/shows/${id}/order`, options)).data;
  };
  const order = async (show: Show, ids: number[], text: string, keepalive = false) => {
    const saved = await putOrder(change, show, ids, keepalive);
    offerUndo({ text, undo: () => putOrder(call, saved, show.running_order) });
  };
  const withdraw = async ({ id, version, slug: _slug, ...fields }: Contestant) => {
    const put = (send: typeof call, is_withdrawn: boolean, ifMatch: number) =>
      send<Contestant>('PUT', `/admin/contestants/${id}`, {
        body: { ...fields, is_withdrawn },
        ifMatch: `"${ifMatch}"`,
      });
    const { data: saved } = await put(change, !fields.is_withdrawn, version);
    const text = saved.is_withdrawn ? 'Не участвует в конкурсе' : 'Снова участвует в конкурсе';
    offerUndo({ text: `${text}: ${fields.name}.`, undo: () => put(call, fields.is_withdrawn, saved.version) });
  };
  const removeContestant = async ({ id, version, name }: Contestant) => {
    await change('DELETE', `/admin/contestants/${id}`, { ifMatch: `"${version}"` });
    notifySuccess(`Участник удалён: ${name}.`);
  };
  const removeShow = async ({ id, version, title }: Show) => {
    await change('DELETE', `/admin/shows/${id}`, { ifMatch: `"${version}"` });
    notifySuccess(`Концерт удалён: ${title}.`);
  };

  const performing = new Set(data?.shows.flatMap(({ running_order }) => running_order));
  return {
    /** Slug of a past edition; null for the current one. */
    edition,
    /** Id of the current one, as it is shown here. */
    current: edition === null ? data?.edition_id : undefined,
    shows: data?.shows,
    contestants: data?.contestants ?? [],
    others: (data?.contestants ?? []).filter(({ id }) => !performing.has(id)),
    ...{ problem, reload, order, withdraw, removeContestant, removeShow },
  };
}
