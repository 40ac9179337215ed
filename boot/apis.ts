import type { FastifyInstance } from 'fastify';
import { adminsApi, invitationsApi, totpApi } from '../api/admins.ts';
import { articlesApi } from '../api/articles/articles.ts';
import { galleriesApi } from '../api/articles/galleries.ts';
import { groupsApi } from '../api/articles/groups.ts';
import { tagsApi } from '../api/articles/tags.ts';
import { auditLogApi } from '../api/audit-log.ts';
import { backupApi } from '../api/backup.ts';
import { calendarApi } from '../api/calendar.ts';
import { drawingsApi } from '../api/drawings.ts';
import { feedsApi } from '../api/feeds/feeds.ts';
import { sitemapApi } from '../api/feeds/sitemap.ts';
import { deskApi, liveApi } from '../api/live.ts';
import { openapi } from '../api/openapi.ts';
import { alertsApi, doctorApi, healthApi, metricsApi } from '../api/operations.ts';
import { pagesApi } from '../api/pages.ts';
import { partnersApi } from '../api/partners.ts';
import { previewsApi } from '../api/previews.ts';
import { editionsApi } from '../api/programme/editions.ts';
import { chaptersApi, programmeApi } from '../api/programme/programme.ts';
import { resultsApi } from '../api/programme/results.ts';
import { stageApi } from '../api/programme/stage.ts';
import { redirectsApi } from '../api/redirects.ts';
import { searchApi } from '../api/search.ts';
import { loginApi, sessionsApi } from '../api/sessions.ts';
import { firstRunApi, settingsApi } from '../api/settings.ts';
import { filesApi } from '../api/uploads/files.ts';
import { imagesApi } from '../api/uploads/images.ts';
import { importApi } from '../api/uploads/import.ts';
import { uploads } from '../http/uploads.ts';
import type { Limit } from '../model/limit.ts';
import type { Meters } from '../ops/metrics/meters.ts';
import type { AppOptions } from './app.ts';

/** Registers the plugins of `api/` in their order. `compressing` limits what is compressed at once. */
export async function registerApis(
  app: FastifyInstance,
  options: AppOptions,
  { meters, compressing }: { meters: Meters; compressing: Limit },
): Promise<void> {
  const { config, store } = options;
  await app.register(openapi);
  await app.register(healthApi, { db: store.db, config });
  await app.register(metricsApi, { ...options, meters });
  await app.register(doctorApi, { ...options, meters });
  await app.register(loginApi, { store, config });
  await app.register(sessionsApi, { store });
  await app.register(articlesApi, { store, compressing });
  await app.register(groupsApi, { store });
  await app.register(tagsApi, { store });
  await app.register(galleriesApi, options);
  await app.register(settingsApi, { store, config });
  await app.register(partnersApi, { store });
  await app.register(editionsApi, { store });
  await app.register(programmeApi, { store });
  await app.register(stageApi, { store });
  await app.register(chaptersApi, { store });
  await app.register(resultsApi, { store });
  await app.register(pagesApi, options);
  await app.register(searchApi, { db: store.db });
  await app.register(redirectsApi, { store, config });
  await app.register(importApi, { store, config });
  await app.register(previewsApi, options);
  await app.register(liveApi, options);
  await app.register(deskApi, options);
  await app.register(adminsApi, { store });
  await app.register(totpApi, { store });
  await app.register(invitationsApi, { store });
  await app.register(backupApi, options);
  await app.register(alertsApi, options);
  await app.register(auditLogApi, { store, config });
  await app.register(firstRunApi, { store, config });
  await app.register(imagesApi, { store });
  await app.register(filesApi, { store });
  await app.register(uploads, { store });
  await app.register(drawingsApi, { store });
  await app.register(feedsApi, { db: store.db, config });
  await app.register(sitemapApi, { ...options, db: store.db });
  await app.register(calendarApi, { db: store.db, config });
}
