import { z } from 'zod';
import type { Db } from '../db/tables.ts';
import { write } from '../db/write.ts';
import { readTotp } from './admins/totp.ts';
import { isPublic } from './articles/visibility.ts';
import type { Session } from './sessions/sessions.ts';
import { lockSetting, readSetting, saveSetting } from './settings/define.ts';
import { readSiteText, type SiteText } from './settings/site-text.ts';
import { siteTextDefaults } from './settings/site-text-defaults.ts';
import { readVoteSettings } from './settings/vote.ts';
import { readWatchSettings } from './settings/watch/watch.ts';
import type { Store } from './store.ts';

const IDS = ['address', 'totp', 'logo', 'date', 'hero', 'about', 'social', 'news', 'stream', 'vote'] as const;

export const firstRunSchema = z.object({
  isDismissed: z.boolean(),
  steps: z.array(
    z.object({
      id: z.enum(IDS),
      isDone: z.boolean(),
      fields: z.array(z.string()).optional().describe('Keys of site texts that still have their default'),
    }),
  ),
});

export type FirstRun = z.output<typeof firstRunSchema>;

type Step = FirstRun['steps'][number];
type Key = keyof typeof siteTextDefaults;

const TEXTS: Record<'date' | 'hero' | 'about' | 'social', Key[]> = {
  date: ['banner_date', 'watch_waiting_text', 'footer_copyright'],
  hero: ['hero_title', 'hero_text'],
  about: ['about_text'],
  social: ['social_telegram', 'social_youtube', 'social_tiktok', 'social_rutube'],
};

interface Configured {
  hasPublicUrl: boolean;
  hasStream: boolean;
}

const DEFAULTS = { isDismissed: false };

/** Settings that a new site still lacks; the second factor is checked for the user of `session`. */
export async function readFirstRun(db: Db, session: Session, configured: Configured): Promise<FirstRun> {
  const { value } = await readSetting(db, 'first-run', DEFAULTS);
  return { ...value, steps: await readSteps(db, session, configured) };
}

/** Hides the list for everybody, or shows it again. */
export async function dismissFirstRun({ db, publish }: Pick<Store, 'db' | 'publish'>, isDismissed: boolean) {
  await write({ db, publish }, async (tx) => {
    const { version } = await lockSetting(tx, 'first-run', DEFAULTS);
    await saveSetting(tx, 'first-run', { isDismissed }, version);
  });
}

async function readSteps(db: Db, session: Session, configured: Configured): Promise<Step[]> {
  const { value: texts } = await readSiteText(db);
  const { value: watch } = await readWatchSettings(db);
  const { value: vote } = await readVoteSettings(db);
  const { isOn } = await readTotp(db, session);
  const article = await db.selectFrom('articles').select('id').where(isPublic()).limit(1).executeTakeFirst();
  const hasSource = Boolean(watch.stream_url || watch.player_url) || watch.sources.length > 0;
  const steps: Record<Step['id'], boolean | Key[]> = {
    address: configured.hasPublicUrl,
    totp: isOn,
    logo: texts.logo_image !== '' || !isFirst(texts, 'header_logo'),
    date: TEXTS.date.filter((key) => isFirst(texts, key)),
    hero: TEXTS.hero.filter((key) => isFirst(texts, key)),
    about: TEXTS.about.filter((key) => isFirst(texts, key)),
    social: TEXTS.social.filter((key) => isFirst(texts, key)),
    news: article !== undefined,
    stream: configured.hasStream || hasSource,
    vote: vote.voting_url !== '' || vote.vote_state === 'not_held',
  };
  return IDS.map((id) => {
    const step = steps[id];
    if (typeof step === 'boolean') return { id, isDone: step };
    return { id, isDone: step.length === 0, fields: step };
  });
}

function isFirst(texts: SiteText, key: Key): boolean {
  return texts[key] === siteTextDefaults[key];
}

export const NOTE =
  '<p><em>Черновик. Заполните места в квадратных скобках, уберите лишнее и покажите текст юристу. Затем удалите этот абзац и опубликуйте страницу.</em></p>';

/** Query: the id of the first-run draft with this slug, if it was never edited. */
export function untouchedPage(db: Db, slug: string) {
  const pages = db.selectFrom('articles').select('id').where('kind', '=', 'page').where('deleted_at', 'is', null);
  return pages.where('slug', '=', slug).where('version', '=', 1).where('content', 'like', `${NOTE}%`);
}

/** True while the site has no content, not even drafts or trash. */
export async function hasNoContent(db: Db): Promise<boolean> {
  return (await db.selectFrom('articles').select('id').limit(1).executeTakeFirst()) === undefined;
}
