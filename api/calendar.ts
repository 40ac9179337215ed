import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { notFound } from '../errors.ts';
import { originOf } from '../http/origin.ts';
import { hasHistory } from '../model/editions/editions.ts';
import { publicProgramme } from '../model/programme/programme.ts';
import { publicShow } from '../model/programme/show-row.ts';
import type { Row } from '../model/rows.ts';
import { type CalendarEvent, findStart, toCalendar } from '../model/settings/calendar.ts';
import { readShownSiteText } from '../model/settings/site-text.ts';
import { slugify } from '../model/text/slug.ts';
import { idKey } from './parameters.ts';

export const calendarApi: FastifyPluginAsync<{ db: Db; config: Config }> = async (app, { db, config }) => {
  app.get('/start.ics', { config: { cached: 'pages' } }, async (request, reply) => {
    const found = await findStart(db);
    if (!found) throw notFound('Эфир уже начался, или его время не объявили.');
    const origin = originOf(request, config.publicUrl);
    asCalendar(reply, 'start');
    const { version: sequence, ...event } = found;
    return toCalendar([{ uid: `start@${new URL(origin).hostname}`, sequence, url: `${origin}/watch`, ...event }]);
  });

  app.get('/programme.ics', { config: { cached: 'pages' } }, async (request, reply) => {
    const [{ shows }, { value: texts }] = await Promise.all([publicProgramme(db), readShownSiteText(db)]);
    // A 404 would end the subscriptions of the previous festival.
    if (shows.length === 0 && !(await hasHistory(db))) throw notFound('Программы пока нет.');
    asCalendar(reply);
    const origin = originOf(request, config.publicUrl);
    return toCalendar(
      shows.map((show) => toShowEvent(show, texts.site_name, origin)),
      `${texts.site_name}: программа`,
    );
  });

  app.get('/programme/:id.ics', { config: { cached: idKey('/programme/:id.ics') } }, async (request, reply) => {
    const { id } = request.params as { id: string };
    const [show, { value: texts }] = await Promise.all([
      /^[1-9]\d{0,8}$/.test(id) ? publicShow(db, Number(id)) : undefined,
      readShownSiteText(db),
    ]);
    if (!show) throw notFound('Такого концерта нет.');
    asCalendar(reply, slugify(show.title) || 'show');
    return toCalendar([toShowEvent(show, texts.site_name, originOf(request, config.publicUrl))]);
  });
};

function asCalendar(reply: FastifyReply, name?: string): void {
  reply.type('text/calendar; charset=utf-8').header('Cache-Control', 'no-cache');
  if (name) reply.header('Content-Disposition', `attachment; filename="${name}.ics"`);
}

function toShowEvent(
  show: Omit<Row<'shows'>, 'is_public' | 'edition_id'>,
  festival: string,
  origin: string,
): CalendarEvent {
  const { id, title, hall, starts_at, ends_at, updated_at, version } = show;
  return {
    uid: `show-${id}@${new URL(origin).hostname}`,
    sequence: version,
    changedAt: updated_at,
    startsAt: starts_at,
    endsAt: ends_at,
    title: `${festival}: ${title}`,
    description: '',
    place: hall,
    url: `${origin}/programme#show-${id}`,
  };
}
