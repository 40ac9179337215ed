import { useContext } from 'react';
import { Outlet, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import { pageFacts, versionOf } from '../../../model/drawings/posters.ts';
import { hasHistory } from '../../../model/editions/editions.ts';
import { isHttpAddress } from '../../../model/fields.ts';
import { legalDocuments } from '../../../model/pages/page-index.ts';
import type { PageLink } from '../../../model/pages/pages.ts';
import { groupPartners } from '../../../model/partners.ts';
import { hasProgramme } from '../../../model/programme/programme.ts';
import { hasResults, readShownVote } from '../../../model/results/results.ts';
import { siteTextDefaults } from '../../../model/settings/site-text-defaults.ts';
import { readUrgent } from '../../../model/settings/urgent.ts';
import { isVotingOpen } from '../../../model/settings/vote.ts';
import { readWatchSettings } from '../../../model/settings/watch/watch.ts';
import { withoutSpoilers } from '../../../model/spoilers.ts';
import { RenderedWith, type Site, serverHtml, siteContext } from '../../context.ts';
import { noteFailure } from '../../failure.server.ts';
import '../../styles/tokens.css?site';
import '../../styles/document.css?site';
import '../../styles/fonts.css?site';
import '../../ui/consent/consent-banner.module.css?site';
import '../../styles/base.css';
import '../../styles/patterns.css';
import '../../styles/low-vision.css';
import '../../styles/low-vision-colours.css';
import '../../styles/view-transition.css';
import '../../styles/print.css';
import { coversOf, datedBy, findLogo, readShowStart } from '../../texts.server.ts';
import { Partners } from '../../ui/frame/partners.tsx';
import { SiteFooter } from '../../ui/frame/site-footer.tsx';
import { SiteHeader } from '../../ui/frame/site-header.tsx';
import { LiveUpdates } from '../../ui/live/live-updates.tsx';
import { PageFocus } from '../../ui/page-link.tsx';
import '../../ui/view/view-bar.css';
import type { Route } from './+types/layout.ts';
import styles from './layout.module.css';

/** Failed reads give the defaults of a fresh site: the page reports the failure and is not cached. */
export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { db, origin, pages, seenLists, isSpoilerFree } = site;
  // Taken before the reads: a change during them is then read again.
  const lists = seenLists();
  const [stored, watch, vote, partners, linked, programme, history, results, urgent, start] = await Promise.all([
    site.texts().catch(noteFailure),
    readWatchSettings(db).catch(noteFailure),
    readShownVote(db).catch(noteFailure),
    groupPartners(db).catch(noteFailure),
    listedPages(site).catch(noteFailure),
    hasProgramme(db).catch(noteFailure),
    hasHistory(db).catch(noteFailure),
    isSpoilerFree ? false : hasResults(db).catch(noteFailure),
    readUrgent(db).catch(noteFailure),
    readShowStart(site).catch(noteFailure),
  ]);
  const texts = stored ?? siteTextDefaults;
  const documents = await legalDocuments(texts, pages).catch(noteFailure);
  return {
    origin,
    lists,
    isStandIn: stored === undefined,
    isLive: watch?.value.is_stream_enabled === true,
    isVotingOpen: vote !== undefined && isVotingOpen(vote),
    covers: coversOf(texts),
    /** Version of the page posters, part of their URLs; null when settings could not be read. */
    posters: watch && vote ? versionOf(Object.values(pageFacts(texts, watch.value, vote))) : null,
    logoImage: (await findLogo(db, texts.logo_image).catch(noteFailure)) ?? null,
    name: texts.site_name,
    description: texts.site_description,
    logo: texts.header_logo,
    date: datedBy(start, texts.banner_date),
    copyright: texts.footer_copyright,
    ...(texts.legal_age && { age: texts.legal_age }),
    ...legalLines(texts),
    ...documents,
    partners: partners ?? [],
    pages: {
      footer: linksTo(linked, 'footer'),
      menu: [
        ...(programme ? [{ to: '/programme', label: 'Программа' }] : []),
        ...(history ? [{ to: '/history', label: 'История' }] : []),
        ...linksTo(linked, 'menu'),
      ],
    },
    ...(programme && { hasProgramme: true as const }),
    ...(history && { hasHistory: true as const }),
    ...(results && { hasResults: true as const }),
    ...(isSpoilerFree && { isSpoilerFree: true as const }),
    ...(urgent?.value.text && { urgent: urgent.value }),
    social: [
      { label: 'Telegram', href: texts.social_telegram },
      { label: 'YouTube', href: texts.social_youtube },
      { label: 'TikTok', href: texts.social_tiktok },
      { label: 'RUTUBE', href: texts.social_rutube },
    ].filter(({ href }) => isHttpAddress(href)),
  };
}

async function listedPages({ db, pages, isSpoilerFree }: Site): Promise<PageLink[]> {
  const all = await pages.list();
  return isSpoilerFree ? withoutSpoilers(db, all) : all;
}

function linksTo(pages: PageLink[] = [], place: 'footer' | 'menu'): { to: string; label: string }[] {
  return pages
    .filter((page) => page.place === place || page.place === 'both')
    .map(({ slug, title }) => ({ to: `/${slug}`, label: title }));
}

function legalLines({ legal_details, legal_age }: Record<'legal_details' | 'legal_age', string>): { legal?: string } {
  const lines = [legal_details.trim(), legal_age && `Возрастное ограничение: ${legal_age}`].filter(Boolean);
  return lines.length > 0 ? { legal: lines.join('\n') } : {};
}

/** Client navigation loads page data only; after a live event an open page reads this again, too. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href;
}

/** Its state depends on the visitor's choices. */
const viewBarInDocument = serverHtml('.view-bar');

export default function PublicLayout({ loaderData: site }: Route.ComponentProps) {
  const isAbout = useLocation().pathname === '/about';
  const { viewBar } = useContext(RenderedWith);
  return (
    <>
      <a className={styles.skip} href="#main">
        Перейти к содержанию
      </a>
      <a className={styles.skip} href="#consent" data-consent-does="reach">
        К вопросу о файлах cookie
      </a>
      <section
        className="view-bar wrap"
        aria-label="Вид сайта"
        dangerouslySetInnerHTML={import.meta.env.SSR ? { __html: viewBar ?? '' } : viewBarInDocument}
        suppressHydrationWarning
      />
      <SiteHeader {...site} />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
        {isAbout && <Partners groups={site.partners} isLarge />}
      </main>
      <SiteFooter site={site}>{isAbout || <Partners groups={site.partners} />}</SiteFooter>
      <PageFocus />
      <LiveUpdates />
    </>
  );
}
