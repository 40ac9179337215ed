import type { FastifyInstance } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { adminsApi, invitationsApi } from '../api/admins.ts';
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
import { alertsApi, doctorApi, firstRunApi, healthApi, metricsApi } from '../api/operations.ts';
import { pagesApi } from '../api/pages.ts';
import { partnersApi } from '../api/partners.ts';
import { previewsApi } from '../api/previews.ts';
import { profileApi } from '../api/profile.ts';
import { editionsApi } from '../api/programme/editions.ts';
import { chaptersApi, programmeApi } from '../api/programme/programme.ts';
import { resultsApi } from '../api/programme/results.ts';
import { stageApi } from '../api/programme/stage.ts';
import { redirectsApi } from '../api/redirects.ts';
import { searchApi } from '../api/search.ts';
import { loginApi, sessionsApi } from '../api/sessions.ts';
import { settingsApi } from '../api/settings.ts';
import { filesApi, fileUploadApi } from '../api/uploads/files.ts';
import { imagesApi, imageUploadApi } from '../api/uploads/images.ts';
import { importApi } from '../api/uploads/import.ts';
import type { Db } from '../db/tables.ts';
import { uploads } from '../http/uploads.ts';
import type { Limit } from '../model/limit.ts';
import type { Meters } from '../ops/metrics/meters.ts';
import type { AppOptions } from './app.ts';

/** Options of all plugins; each declares the ones it uses. */
type Parts = AppOptions & { db: Db; meters: Meters; compressing: Limit };

const APIS: FastifyPluginAsyncZod<Parts>[] = [
  ...[openapi, healthApi, metricsApi, doctorApi, loginApi, sessionsApi],
  ...[articlesApi, groupsApi, tagsApi, galleriesApi, settingsApi, partnersApi],
  ...[editionsApi, programmeApi, stageApi, chaptersApi, resultsApi, pagesApi, searchApi, redirectsApi, importApi],
  ...[previewsApi, liveApi, deskApi, adminsApi, profileApi, invitationsApi, backupApi, alertsApi, auditLogApi],
  ...[firstRunApi, imageUploadApi, imagesApi, fileUploadApi, filesApi, uploads],
  ...[drawingsApi, feedsApi, sitemapApi, calendarApi],
];

/** Registers the plugins of `api/`. `compressing` limits concurrent compressions. */
export async function registerApis(
  app: FastifyInstance,
  options: AppOptions,
  others: { meters: Meters; compressing: Limit },
): Promise<void> {
  for (const api of APIS) await app.register(api, { ...options, ...others, db: options.store.db });
}
