import { capital } from '../../../../../model/articles/kinds.ts';
import type { AdminArticle, AdminCard, SavedArticle } from '../../../../../model/articles/schema.ts';
import type { Loss } from '../../../../../model/body/losses.ts';
import { oneLine } from '../../../../../model/text/plain.ts';
import { isAhead } from '../../../../ui/admin/fields/zone.ts';
import type { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { ApiError } from '../../../../ui/errors/api-error.ts';
import type { Draft } from './draft.ts';
import { apiForm, changedFields, differing, type FieldName, type Fields, fieldsOf, pick } from './fields.ts';

export type Call = ReturnType<typeof useSession>['call'];

export interface Asked {
  status?: AdminArticle['status'];
  publishAt?: string | null;
  plannedAt?: string | null;
  /** Only for drafts and stored drafts; leaves out the slug, and a new article stays new. */
  autosave?: true;
  /** Stores the changes as the draft of a public article. Any other save also publishes its stored draft. */
  toDraft?: true;
  /** `toDraft` if the article was published since it was read. */
  ifPublicToDraft?: boolean;
}

export type Saved =
  | { kind: 'stored'; article: AdminArticle; adopted: FieldName[]; removed: Loss[] }
  /** Both changed the same fields. Nothing is stored. */
  | { kind: 'conflict'; theirs: AdminArticle };

const TRIES = 5;
export const alreadyPublic = ({ nominative }: Draft['words']) =>
  `${capital(nominative)} уже вышла, и время её выхода не изменить.`;
export const STORED_DRAFT_SAVED = 'Черновик сохранён, на сайте прежняя версия.';

/** Merges on a conflict and retries; an autosave stops when the article was published. ApiError. A lost response never stores twice. */
export async function storeDraft(draft: Draft, call: Call, asked: Asked = {}): Promise<Saved> {
  const adopted: FieldName[] = [];
  if (draft.unanswered) await recogniseStored(draft, call, draft.unanswered);
  for (let tries = 1; ; tries += 1) {
    const { article: known } = draft;
    if (asked.status === 'scheduled' && isOut(known)) throw new Error(alreadyPublic(draft.words));
    if (asked.autosave && known && known.status !== 'draft' && !known.hasDraft)
      return { kind: 'stored', article: known, adopted, removed: [] };
    const includesDraft = known?.hasDraft || isToDraft(known, asked);
    const sent = asked.autosave ? { ...draft.now(), slug: draft.base.fields.slug } : draft.now();
    const text = draft.body?.now;
    try {
      const { removed = [], ...article } = draft.article
        ? await update(draft, call, sent, asked)
        : await create(draft, call, sent, asked);
      draft.stored(article, sent, text);
      if (!asked.autosave) draft.settle(article);
      // A colleague's draft, begun meanwhile: until it is shown here, no save includes it.
      if (article.hasDraft && !includesDraft && !(await refresh(draft, call).catch(() => false)))
        draft.article = { ...article, hasDraft: false };
      return { kind: 'stored', article, adopted, removed };
    } catch (error) {
      if (!draft.article || !(error instanceof ApiError) || error.status !== 412 || tries === TRIES) throw error;
    }
    const path = `${draft.path}/${draft.article.slug}`;
    const theirs = await readEdited(call, path, (now) => includesDraft || isToDraft(now, asked));
    const merge = draft.mergedWith(theirs);
    if (merge.conflicts.length > 0) return { kind: 'conflict', theirs };
    draft.meet(theirs, merge.merged);
    adopted.push(...merge.adopted);
    if (!draft.isDirty && isAsRequested(theirs, asked)) {
      if (!asked.autosave) draft.settle(theirs);
      return { kind: 'stored', article: theirs, adopted, removed: [] };
    }
  }
}

/** Merges others' saves. False on a conflict, left to the next save. */
export async function refresh(draft: Draft, call: Call): Promise<boolean> {
  if (!draft.article) return true;
  const theirs = await readEdited(call, `${draft.path}/${draft.article.slug}`);
  const { merged, conflicts } = draft.mergedWith(theirs);
  if (conflicts.length === 0) draft.meet(theirs, merged);
  return conflicts.length === 0;
}

/** The article with its stored draft, if there is one and it is to be included. */
async function readEdited(
  call: Call,
  path: string,
  includesDraft = (_article: AdminArticle) => true,
): Promise<AdminArticle> {
  const { data } = await call<AdminArticle>('GET', path);
  if (!includesDraft(data)) return { ...data, hasDraft: false };
  return data.hasDraft ? (await call<AdminArticle>('GET', `${path}/draft`)).data : data;
}

async function update(draft: Draft, call: Call, sent: Fields, asked: Asked): Promise<SavedArticle> {
  const { article, base, isNew } = draft;
  const change = pick(sent, changedFields(base.fields, sent));
  const isFollowing = isNew && !asked.autosave && sent.slug === '' && article?.status === 'draft';
  const { ifPublicToDraft, toDraft, ...visible } = asked;
  const path = `${draft.path}/${article?.slug}`;
  const fields = apiForm(change, article, asked.status);
  const whole = {
    ...fields,
    ...(isFollowing && { slugFollows: true }),
    ...(article?.hasDraft && { withDraft: true }),
    ...visible,
  };
  const [to, body] = isToDraft(article, asked) ? [`${path}/draft`, fields] : [path, whole];
  return (await call<SavedArticle>('PUT', to, { body, ifMatch: `"${base.version}"` })).data;
}

function isToDraft(article: AdminArticle | null, { toDraft, autosave, ifPublicToDraft }: Asked): boolean {
  return toDraft || (autosave && article?.status !== 'draft') || (ifPublicToDraft === true && isOut(article));
}

async function create(draft: Draft, call: Call, sent: Fields, asked: Asked): Promise<SavedArticle> {
  try {
    const body = { ...apiForm(sent, null, asked.status), ...(asked.autosave && { status: 'draft' }), ...asked };
    return (await call<SavedArticle>('POST', draft.path, { body })).data;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) {
      draft.unanswered = sent;
      draft.isOrderUnanswered ||= !asked.autosave;
    }
    throw error;
  }
}

/** Number of articles with this title that are compared. */
const SEARCHED = 20;

/** Finds the article stored by a save whose response was lost: all fields equal. Later typing is a change of it. */
async function recogniseStored(draft: Draft, call: Call, sent: Fields): Promise<void> {
  const title = oneLine(sent.title);
  const sought = draft.kind === 'page' ? '' : `?fields=card&limit=${SEARCHED}&q=${encodeURIComponent(title)}`;
  const { data: lines } = await call<AdminCard[]>('GET', draft.path + sought);
  for (const { slug } of lines.filter((line) => line.title === title)) {
    const { data: stored } = await call<AdminArticle>('GET', `${draft.path}/${slug}`);
    if (!isStoredAs(stored, sent)) continue;
    draft.stored(stored, sent, undefined);
    break;
  }
  draft.unanswered = undefined;
  draft.isOrderUnanswered = false;
}

function isStoredAs(article: AdminArticle, sent: Fields): boolean {
  const isMadeByServer = (name: FieldName) =>
    ((name === 'slug' || name === 'date') && sent[name] === '') || name === 'publishAt';
  return differing(sent, fieldsOf(article)).every(isMadeByServer);
}

/** Public by now, perhaps since it was read. */
export function isOut(article: AdminArticle | null): boolean {
  return article?.publishAt != null && article.status !== 'draft' && !isAhead(article.publishAt);
}

function isAsRequested({ status, publishAt }: AdminArticle, asked: Asked): boolean {
  return (
    (asked.status === undefined || asked.status === status) &&
    (asked.publishAt === undefined || asked.publishAt === publishAt)
  );
}
