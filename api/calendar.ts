import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { notFound } from '../errors.ts';
import { originOf } from '../http/origin.ts';
import { findStart, findVoteOpening, toCalendar } from '../model/settings/calendar.ts';

const FILES = [
  { name: 'start', page: '/watch', find: findStart, none: 'Эфир уже начался, или его время не объявили.' },
  { name: 'vote', page: '/vote', find: findVoteOpening, none: 'Голосование уже началось, или его время не объявили.' },
];

export const calendarApi: FastifyPluginAsync<{ db: Db; config: Config }> = async (app, { db, config }) => {
  for (const { name, page, find, none } of FILES)
    app.get(`/${name}.ics`, { config: { cached: 'pages' }, schema: { hide: true } }, async (request, reply) => {
      const found = await find(db);
      if (!found) throw notFound(none);
      const origin = originOf(request, config.publicUrl);
      reply
        .type('text/calendar; charset=utf-8')
        .header('Cache-Control', 'no-cache')
        .header('Content-Disposition', `attachment; filename="${name}.ics"`);
      const { version: sequence, ...event } = found;
      return toCalendar({ uid: `${name}@${new URL(origin).hostname}`, sequence, url: `${origin}${page}`, ...event });
    });
};
