import { readShownSiteText } from '../../../model/settings/site-text.ts';
import { publicWatchSettings, readWatchSettings } from '../../../model/settings/watch/watch.ts';
import { toStart } from '../../broadcast-start.ts';
import { siteContext } from '../../context.ts';
import { read } from '../../failure.server.ts';
import type { PageHandle } from '../../root.tsx';
import { FailedPage } from '../../ui/errors/failure.tsx';
import { headOf, unlistedHead } from '../../ui/head.ts';
import { useLive } from '../../ui/live/live.ts';
import { siteOf } from '../../ui/site.ts';
import { breadcrumbs } from '../../ui/structured-data.ts';
import type { Route } from './+types/watch.ts';
import { Cinema } from './watch/cinema.tsx';
import { Waiting } from './watch/waiting.tsx';

const FAILED = 'Не удалось загрузить информацию о трансляции. Пожалуйста, попробуйте обновить страницу.';

export const handle: PageHandle = { isDark: true };

export function loader({ context }: Route.LoaderArgs) {
  const { db, origin, watchDefaults, playerHosts, timeZone } = context.get(siteContext);
  return read(async () => {
    const [{ value: stored }, { value: texts }] = await Promise.all([readWatchSettings(db), readShownSiteText(db)]);
    return {
      watch: publicWatchSettings(stored, watchDefaults, playerHosts),
      waiting: {
        title: texts.watch_waiting_title,
        text: texts.watch_waiting_text,
        start: toStart(stored.starts_at, timeZone),
      },
      origin,
    };
  });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData || 'failure' in loaderData) return unlistedHead(site, 'Прямая трансляция');
  const { watch, waiting } = loaderData;
  const [title, description] = watch.is_stream_enabled
    ? [watch.title, watch.description]
    : [waiting.title, waiting.text];
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
  const live = useLive('watch-settings');
  if ('failure' in loaderData) return <FailedPage title="Прямая трансляция" text={FAILED} />;
  const watch = live ?? loaderData.watch;
  const { is_stream_enabled, sources } = watch;
  if (!is_stream_enabled || !sources) return <Waiting {...loaderData.waiting} />;
  return <Cinema watch={{ ...watch, sources }} origin={loaderData.origin} />;
}

export function ErrorBoundary() {
  return <FailedPage title="Прямая трансляция" text={FAILED} />;
}
