import { useState } from 'react';
import { capital, publicPath } from '../../../../../model/articles/kinds.ts';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { quoted } from '../../../../../model/text/quoted.ts';
import { isEditor } from '../../../../../roles.ts';
import { isAhead } from '../../../../ui/admin/fields/zone.ts';
import { offerUndo } from '../../../../ui/admin/form/undo.tsx';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { type Groups, useLock } from '../cards/group-card.tsx';
import type { Draft } from './draft.ts';
import { apiForm, changesOf, type FieldName, fieldsOf, pick } from './fields.ts';
import { type Asked, alreadyPublic, type Call, isOut, STORED_DRAFT_SAVED } from './saving.ts';
import { findHalfTyped, useField } from './use-draft.ts';
import type { SaveOrder, Saving } from './use-saving.ts';

export type Orders = ReturnType<typeof useOrders>;

/** Actions of the buttons in the bar. Every save sends the typed time of publication. */
export function useOrders(draft: Draft, saving: Saving, groups: Groups) {
  const { role } = useSession();
  const withUndo = useOfferUndo(draft, groups);
  const wanted = useField(draft, 'publishAt');
  const hasTitle = useField(draft, 'title').trim() !== '';
  const lock = useLock(draft, groups);
  const [isAsking, setAsking] = useState(false);

  /** Runs `act` unless a field is refused; focuses and names that field. */
  const unless = (refused: [name: string, reason: string] | undefined, act: () => unknown) =>
    refused ? saving.refuse({ [refused[0]]: refused[1] }, refused[1]) : void act();

  const goPublic = () => {
    setAsking(false);
    const isPublic = isOut(draft.article);
    const asked: Asked = wanted ? { status: 'scheduled', publishAt: wanted } : { status: 'published' };
    void saving.save({
      asked: isPublic ? {} : asked,
      leaves: draft.isNew,
      ...(draft.isNew && { done: created(draft.words) }),
      onStored: withUndo(isPublic ? 'Правки опубликованы' : wanted ? 'Запланировано' : 'Опубликовано'),
    });
  };
  /** Publishes or schedules; confirms an empty text. Without a title the server refuses it. */
  const publish = () => {
    const half = findHalfTyped();
    // A time in the past would publish at once.
    const past: [string, string] | undefined = wanted && !isAhead(wanted) ? ['publishAt', PAST] : undefined;
    unless(half ? [half.name, HALF] : past, () => (draft.isEmpty && hasTitle ? setAsking(true) : goPublic()));
  };
  const save = (order: SaveOrder) =>
    unless(refusalOf(draft), () =>
      saving.save({
        asked: unpublished(draft.article),
        onStored: withUndo(isOut(draft.article) ? 'Правки опубликованы' : 'Запланировано'),
        ...order,
      }),
    );
  const saveToDraft = (leaves: boolean) =>
    unless(refusalOf(draft), () =>
      saving.save({ asked: { toDraft: true }, leaves, ...(leaves && { done: STORED_DRAFT_SAVED }) }),
    );

  const saveAndStay = () => {
    if (isOut(draft.article)) return saveToDraft(false);
    const isDraft = (draft.article?.status ?? 'draft') === 'draft';
    save({ done: isDraft ? 'Черновик сохранён.' : updated(draft.words) });
  };

  return {
    lock,
    publish,
    /** Publishing without a text awaits confirmation. */
    question: isAsking ? { yes: goPublic, no: () => setAsking(false) } : undefined,
    /** An author's only button stores the draft. */
    finish: () => {
      if (!isEditor(role)) return saveAndStay();
      if (draft.isNew) return publish();
      if (draft.article?.hasDraft && isOut(draft.article)) return saveToDraft(true);
      return save({ leaves: true, done: updated(draft.words) });
    },
    saveAndStay,
    saveFirst: async () => !draft.hasUnsaved || (await saving.save({ asked: unpublished(draft.article) })) === 'stored',
    withdraw: () => {
      const action = draft.article?.status === 'scheduled' ? 'Выход отменён' : 'Снято с публикации';
      void saving.save({ asked: { status: 'draft' }, onStored: withUndo(action) });
    },
  };
}

const unpublished = (article: AdminArticle | null): Asked =>
  article ? { ifPublicToDraft: !isOut(article) } : { status: 'draft' };

function refusalOf(draft: Draft): [name: string, reason: string] | undefined {
  const half = findHalfTyped();
  if (half) return [half.name, HALF];
  if (draft.article?.status !== 'scheduled') return undefined;
  const wanted = draft.get('publishAt');
  if (!wanted) return ['publishAt', noTime(draft.words)];
  if (wanted === draft.base.fields.publishAt) return undefined;
  if (isOut(draft.article)) return ['publishAt', alreadyPublic(draft.words)];
  return isAhead(wanted) ? undefined : ['publishAt', PAST];
}

const HALF = 'День или время введены не до конца.';
const PAST = 'Время публикации уже прошло: поправьте его, а чтобы опубликовать сразу — очистите.';
const created = ({ nominative }: Words) => `${capital(nominative)} успешно создана!`;
const updated = ({ nominative }: Words) => `${capital(nominative)} успешно обновлена!`;
const noTime = ({ nominative }: Words) =>
  `Укажите, когда опубликовать. Чтобы ${nominative} не вышла, нажмите «Отменить выход».`;

type Words = Draft['words'];

/** Offers to undo a change of visibility, time or a public text; `done` is shown in the same message. */
function useOfferUndo(draft: Draft, groups: Groups) {
  const { call } = useSession();
  return (action: string) => (article: AdminArticle, before: AdminArticle | null, done?: string) => {
    const { slug, title, status, publishAt } = article;
    const published = status === 'published' ? publicPath({ kind: draft.kind, slug }) : undefined;
    const changes = before && isOut(before) ? changesOf(before, article) : [];
    // Its time may have passed on the way.
    const text = `${action === 'Запланировано' && published ? 'Опубликовано' : action}: ${quoted(title)}.`;
    if (before && changes.length > 0) {
      offerUndo({ done, text, undo: () => restorePublic(call, draft.path, before, article, changes), published });
      return true;
    }
    if ((before?.publishAt ?? null) === publishAt) return false;
    if (article.group) void groups.reload();
    const was = before?.status ?? 'draft';
    const plannedAt = status === 'scheduled' ? publishAt : (before?.plannedAt ?? null);
    const body = { status: was, ...(was === 'draft' ? { plannedAt } : { publishAt: before?.publishAt ?? null }) };
    // Whatever version: concurrent changes of the text are no conflict.
    offerUndo({ done, text, undo: () => call('PUT', `${draft.path}/${slug}`, { body }), published });
    return true;
  };
}

/** Restores the former public version; the newer one becomes the stored draft; fields drafted since are kept. May be repeated. */
async function restorePublic(call: Call, list: string, before: AdminArticle, after: AdminArticle, names: FieldName[]) {
  const form = (of: AdminArticle, fields: FieldName[]) => apiForm(pick(fieldsOf(of), fields), before);
  const path = `${list}/${after.slug}`;
  const [now, draft] = await Promise.all([call<AdminArticle>('GET', path), call<AdminArticle>('GET', `${path}/draft`)]);
  const kept = names.filter((name) => !changesOf(now.data, draft.data).includes(name));
  const body = { ...form(before, names), status: before.status, publishAt: before.publishAt };
  const put = call<AdminArticle>('PUT', path, { body, ifMatch: `"${after.version}"` });
  const { data } = await put.catch(async (error) => {
    const stored = await call<AdminArticle>('GET', path);
    if (changesOf(before, stored.data).length > 0) throw error;
    return stored;
  });
  await call('PUT', `${list}/${data.slug}/draft`, { body: form({ ...after, status: before.status }, kept) });
}
