import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sessionOf } from '../../http/session.ts';
import { duplicateArticle } from '../../model/articles/articles.ts';
import { pinArticle, pinnedSchema, reviewSchema, setReview, unpinArticle } from '../../model/articles/desk.ts';
import {
  createGroup,
  deleteGroup,
  groupNameSchema,
  groupSchema,
  listGroups,
  renameGroup,
} from '../../model/articles/groups.ts';
import { adminArticleSchema } from '../../model/articles/schema.ts';
import { changeTag, tagChangeSchema } from '../../model/articles/tags/change.ts';
import { livingTags, publicTags, tagSchema } from '../../model/articles/tags/tags.ts';
import type { Store } from '../../model/store.ts';
import { EDITORS, WRITERS } from '../../roles.ts';
import { rowRoutes } from '../rows.ts';
import { bySlug, routesOf } from './parameters.ts';

export const deskApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  const { aimOf } = routesOf('article', 'admin');

  app.post(
    '/api/admin/news/:slug/duplicate',
    {
      config: { roles: WRITERS },
      schema: {
        tags: ['admin'],
        description: 'A draft with the same text, cover and group, under a slug of its own.',
        params: bySlug,
        response: { 201: adminArticleSchema },
      },
    },
    async (request, reply) => {
      const article = await duplicateArticle(store, request.params.slug, sessionOf(request));
      reply.header('Location', `/api/admin/news/${article.slug}`);
      return article;
    },
  );

  app.put(
    '/api/admin/news/:slug/review',
    {
      config: { roles: WRITERS, conditional: true },
      schema: {
        tags: ['admin'],
        description: 'An author asks for the publication of a draft; an editor returns it.',
        params: bySlug,
        body: reviewSchema,
        response: { 200: adminArticleSchema },
      },
    },
    async (request) => setReview(store, aimOf(request), request.body),
  );

  app.put(
    '/api/admin/news/:slug/pin',
    {
      config: { roles: EDITORS, conditional: true },
      schema: {
        tags: ['admin'],
        description: 'Puts the article on top of the lists, in the place of the one pinned before.',
        params: bySlug,
        response: { 200: pinnedSchema },
      },
    },
    async (request) => ({ replaced: await pinArticle(store, aimOf(request)) }),
  );

  app.delete(
    '/api/admin/news/:slug/pin',
    {
      config: { roles: EDITORS, conditional: true },
      schema: { tags: ['admin'], params: bySlug, response: { 204: z.null() } },
    },
    async (request) => unpinArticle(store, aimOf(request)),
  );
};

export const groupsApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get(
    '/api/admin/groups',
    { config: { roles: EDITORS }, schema: { tags: ['groups'], response: { 200: z.array(groupSchema) } } },
    async () => listGroups(store.db),
  );

  rowRoutes(app, {
    path: '/api/admin/groups',
    roles: EDITORS,
    tag: 'groups',
    description: 'The articles stay, without a group.',
    bodies: { create: groupNameSchema, save: groupNameSchema },
    answer: groupSchema,
    create: (input, by) => createGroup(store, input, by),
    save: (aim, input) => renameGroup(store, aim, input),
    remove: (aim) => deleteGroup(store, aim),
  });
};

const ONE = '/api/admin/tags/:slug';

export const tagsApi: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get(
    '/api/tags',
    {
      config: { public: true, cached: 'lists' },
      schema: {
        tags: ['tags'],
        description: 'Tags of public articles, by title.',
        response: { 200: z.array(tagSchema) },
      },
    },
    async () => publicTags(store.db),
  );

  app.get(
    '/api/admin/tags',
    {
      config: { roles: WRITERS },
      schema: {
        tags: ['tags'],
        description: 'Tags of drafts, too; to authors only of their own.',
        response: { 200: z.array(tagSchema) },
      },
    },
    async (request) => livingTags(store.db, sessionOf(request)),
  );

  app.put(
    ONE,
    {
      config: { roles: EDITORS },
      schema: {
        tags: ['tags'],
        description:
          'Another title in every article, as new versions of these. One that is there already joins both tags.',
        params: bySlug,
        body: tagChangeSchema,
        response: { 200: z.object({ changed: z.number().int().describe('Articles') }) },
      },
    },
    async (request) => ({
      changed: await changeTag(store, request.params.slug, request.body.title, sessionOf(request)),
    }),
  );

  app.delete(
    ONE,
    { config: { roles: EDITORS }, schema: { tags: ['tags'], params: bySlug, response: { 204: z.null() } } },
    async (request) => void (await changeTag(store, request.params.slug, undefined, sessionOf(request))),
  );
};
