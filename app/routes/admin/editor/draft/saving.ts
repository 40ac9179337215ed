import type { AdminArticle, SavedArticle } from '../../../../../model/articles/schema.ts';
import type { Loss } from '../../../../../model/body/losses.ts';
import type { Answer, CallOptions, Method } from '../../../../ui/api.ts';
import { ApiError } from '../../../../ui/errors/api-error.ts';
import type { Draft } from './draft.ts';
import { changedFields, type FieldName, type Fields, fieldsOf, pick } from './fields.ts';
import { type Merge, mergeFields } from './merge.ts';

export type Call = <T>(
  method: Method,
  path: string,
  options?: CallOptions & { background?: boolean },
) => Promise<Answer<T>>;

/** What else is asked of the server with a save. */
export interface Asked {
  status?: AdminArticle['status'];
  publishAt?: string | null;
}

export type Saved =
  | { kind: 'stored'; article: AdminArticle; adopted: FieldName[]; removed: Loss[] }
  /** Both changed the same fields: somebody has to choose. Nothing is stored. */
  | { kind: 'conflict'; theirs: AdminArticle; merge: Merge };

/** So often a save tries to get in between the saves of others. */
const TRIES = 5;

/**
 * Stores a draft. A version that another saved meanwhile is met field by field and the save repeated on top of it. Throws ApiError.
 * A save whose answer was lost is recognised when it is repeated: its text is not stored twice.
 */
export async function storeDraft(draft: Draft, call: Call, asked: Asked = {}): Promise<Saved> {
  const adopted: FieldName[] = [];
  if (draft.unanswered) await recogniseStored(draft, call, draft.unanswered);
  for (let tries = 1; ; tries += 1) {
    const sent = draft.now();
    const text = draft.body?.now;
    try {
      const { removed = [], ...article } = draft.article
        ? await update(draft, call, sent, asked)
        : await create(draft, call, sent, asked);
      draft.stored(article, sent, text);
      return { kind: 'stored', article, adopted, removed };
    } catch (error) {
      if (!draft.article || !(error instanceof ApiError) || error.status !== 412 || tries === TRIES) throw error;
    }
    const { data: theirs } = await call<AdminArticle>('GET', `/admin/news/${draft.article.slug}`);
    const merge = mergeFields(draft.base.fields, draft.now(), fieldsOf(theirs));
    if (merge.conflicts.length > 0) return { kind: 'conflict', theirs, merge };
    draft.meet(theirs, merge.merged);
    adopted.push(...merge.adopted);
    if (!draft.isDirty && fits(theirs, asked)) return { kind: 'stored', article: theirs, adopted, removed: [] };
  }
}

/** Changes nothing but when readers see the article; what others did to its text meanwhile does not matter here. */
export async function storeVisibility(call: Call, slug: string, version: number, asked: Asked): Promise<AdminArticle> {
  const put = (ifMatch: string | null) => call<AdminArticle>('PUT', `/admin/news/${slug}`, { body: asked, ifMatch });
  try {
    return (await put(`"${version}"`)).data;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error;
    const latest = await call<AdminArticle>('GET', `/admin/news/${slug}`);
    return (await put(latest.version)).data;
  }
}

async function update({ article, base }: Draft, call: Call, sent: Fields, asked: Asked): Promise<SavedArticle> {
  const change = pick(sent, changedFields(base.fields, sent));
  const body = { ...dated(change, article?.status === 'published'), ...asked };
  const { data } = await call<SavedArticle>('PUT', `/admin/news/${article?.slug}`, {
    body,
    ifMatch: `"${base.version}"`,
  });
  return data;
}

async function create(draft: Draft, call: Call, sent: Fields, asked: Asked): Promise<SavedArticle> {
  try {
    return (await call<SavedArticle>('POST', '/admin/news', { body: { ...dated(sent, false), ...asked } })).data;
  } catch (error) {
    // Without an answer nobody knows whether it was stored.
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) draft.unanswered = sent;
    throw error;
  }
}

/** As the API has it: an empty date follows the publication, and of an article that is out it becomes today. */
function dated({ date, ...rest }: Partial<Fields>, isOut: boolean): object {
  if (date === undefined) return rest;
  if (date === '' && !isOut) return { ...rest, dateFollows: true };
  return { ...rest, date };
}

/** Articles with the title of the one that is looked for. */
const SEARCHED = 20;

/** Looks for the article that a lost answer was about: first version, everything as it was sent. What was typed since is a change of it. */
async function recogniseStored(draft: Draft, call: Call, sent: Fields): Promise<void> {
  let twin: AdminArticle | undefined;
  let looked = 0;
  // Long articles come in several parts.
  for (
    let part: string | undefined = `/admin/news?limit=${SEARCHED}&q=${encodeURIComponent(sent.title.trim())}`;
    part;
  ) {
    const { data, next }: Answer<AdminArticle[]> = await call<AdminArticle[]>('GET', part);
    looked += data.length;
    twin = data.find((article) => isStoredAs(article, sent));
    part = twin || looked >= SEARCHED ? undefined : next;
  }
  draft.unanswered = undefined;
  if (twin) draft.stored(twin, sent, undefined);
}

function isStoredAs(article: AdminArticle, sent: Fields): boolean {
  const differing = changedFields(fieldsOf(article), sent);
  const isMadeByServer = (name: FieldName) => (name === 'slug' || name === 'date') && sent[name] === '';
  return article.version === 1 && differing.every(isMadeByServer);
}

function fits({ status, publishAt }: AdminArticle, asked: Asked): boolean {
  return (
    (asked.status === undefined || asked.status === status) &&
    (asked.publishAt === undefined || asked.publishAt === publishAt)
  );
}
