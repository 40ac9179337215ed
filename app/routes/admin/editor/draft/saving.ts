import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import type { Answer, CallOptions, Method } from '../../../../ui/api.ts';
import { ApiError } from '../../../../ui/api-error.ts';
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
  | { kind: 'stored'; article: AdminArticle; adopted: FieldName[] }
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
      const article = draft.article ? await update(draft, call, sent, asked) : await create(draft, call, sent, asked);
      draft.stored(article, sent, text);
      return { kind: 'stored', article, adopted };
    } catch (error) {
      if (!draft.article || !(error instanceof ApiError) || error.status !== 412 || tries === TRIES) throw error;
    }
    const { data: theirs } = await call<AdminArticle>('GET', `/admin/news/${draft.article.slug}`);
    const merge = mergeFields(draft.base.fields, draft.now(), fieldsOf(theirs));
    if (merge.conflicts.length > 0) return { kind: 'conflict', theirs, merge };
    draft.meet(theirs, merge.merged);
    adopted.push(...merge.adopted);
    if (!draft.isDirty && fits(theirs, asked)) return { kind: 'stored', article: theirs, adopted };
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

async function update({ article, base }: Draft, call: Call, sent: Fields, asked: Asked): Promise<AdminArticle> {
  const body = { ...pick(sent, changedFields(base.fields, sent)), ...asked };
  const { data } = await call<AdminArticle>('PUT', `/admin/news/${article?.slug}`, {
    body,
    ifMatch: `"${base.version}"`,
  });
  return data;
}

async function create(draft: Draft, call: Call, sent: Fields, asked: Asked): Promise<AdminArticle> {
  try {
    return (await call<AdminArticle>('POST', '/admin/news', { body: { ...sent, ...asked } })).data;
  } catch (error) {
    // Without an answer nobody knows whether it was stored.
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) draft.unanswered = sent;
    throw error;
  }
}

/** Looks for the article that a lost answer was about: first version, everything as it was sent. What was typed since is a change of it. */
async function recogniseStored(draft: Draft, call: Call, sent: Fields): Promise<void> {
  const { data } = await call<AdminArticle[]>('GET', `/admin/news?limit=20&q=${encodeURIComponent(sent.title.trim())}`);
  const twin = data.find((article) => {
    const differing = changedFields(fieldsOf(article), sent);
    const isMadeByServer = (name: FieldName) => (name === 'slug' || name === 'date') && sent[name] === '';
    return article.version === 1 && differing.every(isMadeByServer);
  });
  draft.unanswered = undefined;
  if (twin) draft.stored(twin, sent, undefined);
}

function fits({ status, publishAt }: AdminArticle, asked: Asked): boolean {
  return (
    (asked.status === undefined || asked.status === status) &&
    (asked.publishAt === undefined || asked.publishAt === publishAt)
  );
}
