import type { Db } from '../../db/tables.ts';
import type { TopicMessage } from '../../db/topics.ts';
import type { ArticleRow } from '../articles/row.ts';
import { leadingSlugs } from '../articles/slugs.ts';
import { isKind, isPublicAt } from '../articles/visibility.ts';
import type { SiteText } from '../settings/site-text.ts';
import type { PageLink } from './pages.ts';

const columns = ['slug', 'title', 'place', 'position', 'updated_at', 'publish_at', 'expires_at', 'deleted_at'] as const;
type Row = Pick<ArticleRow, (typeof columns)[number]>;

interface Index {
  rows: Row[];
  bySlug: ReadonlyMap<string, Row>;
  moved: ReadonlyMap<string, Row>; // By former slug
}

/** Every page that is or will be public, in memory: an unknown address costs no query. Visibility is decided at each call. */
export class PageIndex {
  readonly #db: Db;
  #lastGood: Index | undefined;
  #reading: Promise<Index> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  drop(message?: TopicMessage): void {
    if (message && message.topic !== 'site-content') return;
    this.#reading = undefined;
    if (!message || message.isWithdrawal) this.#lastGood = undefined;
  }

  /** Public pages in order. Fails when the database is unavailable, unless they were read before. */
  async list(): Promise<(PageLink & { updatedAt: string })[]> {
    const now = new Date().toISOString();
    const { rows } = await this.#read();
    return rows
      .filter((row) => isPublicAt(row, now))
      .map(({ slug, title, place, position, updated_at }) => ({
        ...{ slug, title, place, order: position },
        updatedAt: updated_at,
      }));
  }

  /** The present slug of the public page that has or had this one. Fails like `list`. */
  async find(slug: string): Promise<string | undefined> {
    const { bySlug, moved } = await this.#read();
    const row = bySlug.get(slug) ?? moved.get(slug);
    return row && isPublicAt(row, new Date().toISOString()) ? row.slug : undefined;
  }

  async #read(): Promise<Index> {
    this.#reading ??= this.#query();
    const reading = this.#reading;
    try {
      const index = await reading;
      // A change during the read starts another one, whose result must stay.
      if (this.#reading === reading) this.#lastGood = index;
      return index;
    } catch (error) {
      if (this.#reading === reading) this.#reading = undefined;
      if (this.#lastGood) return this.#lastGood;
      throw error;
    }
  }

  async #query(): Promise<Index> {
    const [rows, moved] = await Promise.all([readRows(this.#db), readMoved(this.#db)]);
    const bySlug = new Map(rows.map((row) => [row.slug, row]));
    return { rows, bySlug, moved: new Map(moved.map(({ former, ...row }) => [former, row])) };
  }
}

function readRows(db: Db): Promise<Row[]> {
  return db
    .selectFrom('articles')
    .select(columns)
    .where(isKind('page'))
    .where('deleted_at', 'is', null)
    .where('publish_at', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** A living page owns its slug even when it is a draft. */
function readMoved(db: Db): Promise<(Row & { former: string })[]> {
  return leadingSlugs(db)
    .select(['former_slugs.slug as former', 'articles.slug as slug', 'articles.title as title'])
    .select(['articles.place', 'articles.position', 'articles.updated_at'])
    .select(['articles.publish_at', 'articles.expires_at', 'articles.deleted_at'])
    .where('former_slugs.kind', '=', 'page')
    .execute();
}

/** Slugs of these documents' drafts on a new site. */
export const POLICY = 'privacy';
const CONSENT = 'consent';

/** Addresses of the documents linked beside every consent. */
export interface LegalDocuments {
  policy?: string;
  consent?: string;
}

/** The policy linked in the texts, else the site's own page, if public, at its present slug. Fails like `PageIndex.find`. */
export async function legalDocuments(
  { legal_privacy }: Pick<SiteText, 'legal_privacy'>,
  pages: Pick<PageIndex, 'find'>,
): Promise<LegalDocuments> {
  const [own, consent] = await Promise.all([pages.find(POLICY), pages.find(CONSENT)]);
  const policy = legal_privacy || (own && `/${own}`);
  return { ...(policy && { policy }), ...(consent && { consent: `/${consent}` }) };
}
