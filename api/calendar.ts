import type { FastifyPluginAsync } from 'fastify';
import { notFound } from '../model/errors.ts';
import type { Db } from '../model/tables.ts';
import { toCalendar } from '../model/watch/calendar.ts';
import { findStart } from '../model/watch/start.ts';
import type { Config } from '../server/config.ts';
import { originOf } from '../server/origin.ts';

/** The start of the broadcast for the visitor's own calendar. */
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
