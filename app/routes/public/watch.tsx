import { readShownSiteText } from '../../../model/site-text.ts';
import { OWN_PLAYER, publicWatchSettings, readWatchSettings } from '../../../model/watch.ts';
import { siteContext } from '../../context.ts';
import { read } from '../../failure.server.ts';
import type { PageHandle } from '../../root.tsx';
import { FailedPage } from '../../ui/failure.tsx';
import { headOf, unlistedHead } from '../../ui/head.ts';
import { siteOf } from '../../ui/site.ts';
import { breadcrumbs } from '../../ui/structured-data.ts';
import type { Route } from './+types/watch.ts';
import { Screen } from './watch/screen.tsx';
import { Waiting } from './watch/waiting.tsx';
import styles from './watch.module.css';

const FAILED = 'Не удалось загрузить информацию о трансляции. Пожалуйста, попробуйте обновить страницу.';

export const handle: PageHandle = { isDark: true };

interface Wait {
  waiting: { title: string; text: string };
}

interface Stream {
  title: string;
  description: string;
  /** Address of the framed player with everything it has to know. */
  frame: string;
  isForeign: boolean;
}

export function loader({ request, context }: Route.LoaderArgs) {
  const { db, origin, watchDefaults, playerHosts } = context.get(siteContext);
  return read(request, async (): Promise<Wait | Stream> => {
    const [{ value: stored }, { value: texts }] = await Promise.all([readWatchSettings(db), readShownSiteText(db)]);
    const { is_stream_enabled, title, description, player_url, stream_url } = publicWatchSettings(
      stored,
      watchDefaults,
      playerHosts,
    );
    if (!is_stream_enabled) return { waiting: { title: texts.watch_waiting_title, text: texts.watch_waiting_text } };
    const player = player_url ?? OWN_PLAYER;
    const isForeign = player !== OWN_PLAYER;
    // A path of this site says nothing to another.
    const source = isForeign && stream_url?.startsWith('/') ? origin + stream_url : stream_url;
    return { title, description, frame: frameAddress(player, source, title), isForeign };
  });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData || 'failure' in loaderData) return unlistedHead(site, 'Прямая трансляция');
  const [title, description] =
    'waiting' in loaderData
      ? [loaderData.waiting.title, loaderData.waiting.text]
      : [loaderData.title, loaderData.description];
  const data = site
    ? [
        breadcrumbs(site, [
          { name: 'Главная', path: '/' },
          { name: title, path: '/watch' },
        ]),
      ]
    : [];
  return headOf(site, { path: '/watch', title, description, data });
}

export default function Watch({ loaderData }: Route.ComponentProps) {
  if ('failure' in loaderData) return <FailedPage title="Прямая трансляция" text={FAILED} />;
  if ('waiting' in loaderData) return <Waiting {...loaderData.waiting} />;
  const { title, description, frame, isForeign } = loaderData;
  return (
    <section className={styles.cinema}>
      <Screen address={frame} title={title} isForeign={isForeign} />
      <div className={styles.words}>
        <p className={styles.live}>Прямой эфир</p>
        <h1>{title}</h1>
        <p className={styles.description}>{description}</p>
      </div>
    </section>
  );
}

export function ErrorBoundary() {
  return <FailedPage title="Прямая трансляция" text={FAILED} />;
}

function frameAddress(player: string, source: string | null, title: string): string {
  const query = `${source ? `src=${encodeURIComponent(source)}&` : ''}title=${encodeURIComponent(title)}`;
  const [address = '', fragment] = player.split('#', 2);
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment ? `#${fragment}` : ''}`;
}
