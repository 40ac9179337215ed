import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { notFound } from '../errors.ts';
import { originOf } from '../http/origin.ts';
import type { RenderPage } from '../http/pages/serve.ts';
import { stripNonces } from '../http/security-headers.ts';
import { unsavedArticleSchema } from '../model/articles/schema.ts';
import { embedOf, fromStart } from '../model/embeds/embeds.ts';
import { findEmbeds, keyOf } from '../model/embeds/stored.ts';
import { OWN_PAGES } from '../model/pages/routes.ts';
import { previewSiteText } from '../model/settings/site-text.ts';
import type { Store } from '../model/store.ts';
import { previewArticle, type Unsaved } from '../model/unsaved.ts';
import { EDITORS, WRITERS } from '../roles.ts';

const LIMIT = 12 * 1024 * 1024; // bytes

const page = z.object({ html: z.string().describe('Document without scripts, for a frame that runs none') });
const shown = z.enum(OWN_PAGES, 'Страница: выберите главную, новости, трансляцию, голосование или «О нас».');

const NAMED = 'Видео: назовите сайт (provider) и запись (id).';
const embedSchema = z.object({ provider: z.string(NAMED), id: z.string(NAMED) });
const knownSchema = z.object({
  title: z.string().describe('Title on its site; empty until fetched'),
  poster: z.string().nullable().describe('`/uploads/…`'),
});

interface Options {
  store: Store;
  config: Config;
  renderPage: RenderPage;
}

/** Public pages with unsaved values, rendered as visitors would get them. Nothing is stored. */
export const previewsApi: FastifyPluginAsyncZod<Options> = async (app, { store, config, renderPage }) => {
  const render = async (request: FastifyRequest, target: string, unsaved: Unsaved) => {
    const answer = await renderPage({ origin: originOf(request, config.publicUrl), target, isPanel: false, unsaved });
    return { html: forFrame(stripNonces(answer).body) };
  };

  app.post('/api/admin/preview/article', {
    config: { roles: WRITERS },
    bodyLimit: LIMIT,
    schema: { body: unsavedArticleSchema, response: { 200: page } },
    handler: async (request) => {
      const { embedded, ...unsaved } = await previewArticle(store, request.body);
      const { html } = await render(request, '/preview/unsaved', unsaved);
      return { html: html.replace(/\/uploads\/unsaved-\w+/g, (url) => embedded.get(url) ?? url) };
    },
  });

  app.get('/api/admin/preview/embed', {
    config: { roles: WRITERS },
    schema: { querystring: embedSchema, response: { 200: knownSchema } },
    handler: async ({ query }) => {
      const embed = embedOf(query.provider, query.id);
      if (!embed) throw notFound('Такой записи на этих сайтах не бывает.');
      const page = fromStart(embed);
      const known = (await findEmbeds(store.db, [page])).get(keyOf(page));
      return { title: known?.title ?? '', poster: known?.poster ?? null };
    },
  });

  app.post('/api/admin/preview/site-content', {
    config: { roles: EDITORS },
    bodyLimit: LIMIT,
    schema: {
      tags: ['settings'],
      body: z.object({ page: shown, texts: z.unknown().optional().describe('As in PUT /api/site-content') }),
      response: { 200: page },
    },
    handler: async (request) => render(request, request.body.page, { texts: previewSiteText(request.body.texts) }),
  });
};

/** `target="_blank"` disables links: a frame without scripts may not open tabs. React escapes `</script` inside of scripts. */
function forFrame(html: string): string {
  return html
    .replace('<head>', '<head><base target="_blank">')
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*rel="modulepreload"[^>]*>/g, '');
}
