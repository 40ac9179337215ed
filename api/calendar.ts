import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { notFound } from '../errors.ts';
import { originOf } from '../http/origin.ts';
import { findStart, toCalendar } from '../model/settings/watch/calendar.ts';

export const calendarApi: FastifyPluginAsync<{ db: Db; config: Config }> = async (app, { db, config }) => {
  app.get('/start.ics', { config: { cached: 'pages' }, schema: { hide: true } }, async (request, reply) => {
    const start = await findStart(db);
    if (!start) throw notFound('Время начала ещё не объявили.');
    const origin = originOf(request, config.publicUrl);
    reply
      .type('text/calendar; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .header('Content-Disposition', 'attachment; filename="start.ics"');
    const { version: sequence, ...event } = start;
    return toCalendar({ uid: `start@${new URL(origin).hostname}`, sequence, url: `${origin}/watch`, ...event });
  });
};
