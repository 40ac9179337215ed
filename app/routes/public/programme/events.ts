import { absolute, organization } from '../../../ui/head.ts';
import type { Site } from '../../../ui/site.ts';
import type { ShownContestant, ShownShow } from './programme.server.ts';

/** A show as `MusicEvent`; `page` is its URL. `Place` needs an address: only the hall is known. */
export function musicEvent(site: Site, show: ShownShow, performers: ShownContestant[], page = '/programme'): object {
  const { title, hall, start, endsAt } = show;
  const performing = performers.filter(({ isWithdrawn }) => !isWithdrawn);
  return {
    '@type': 'MusicEvent',
    '@id': addressOf(site, show, page),
    name: `${site.name}: ${title}`,
    url: addressOf(site, show, page),
    startDate: start.at,
    ...(endsAt && { endDate: endsAt }),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
    location: [
      ...(hall ? [{ '@type': 'Place', name: hall, address: hall }] : []),
      { '@type': 'VirtualLocation', url: `${site.origin}/watch` },
    ],
    inLanguage: 'ru',
    organizer: organization(site),
    ...(performing.length > 0 && { performer: performing.map((performer) => performingGroup(site, performer)) }),
  };
}

export function broadcastEvent(site: Site, show: ShownShow): object {
  const { title, start, endsAt } = show;
  return {
    '@type': 'BroadcastEvent',
    name: `${site.name}: ${title}, прямой эфир`,
    isLiveBroadcast: true,
    startDate: start.at,
    ...(endsAt && { endDate: endsAt }),
    url: `${site.origin}/watch`,
    location: { '@type': 'VirtualLocation', url: `${site.origin}/watch` },
    broadcastOfEvent: { '@id': addressOf(site, show, '/programme') },
    inLanguage: 'ru',
  };
}

export function performingGroup(site: Site, { slug, name, song, picture }: ShownContestant): object {
  return {
    '@type': 'MusicGroup',
    name,
    url: `${site.origin}/programme/${slug}`,
    ...(picture && { image: absolute(site, picture.src) }),
    ...(song && { track: { '@type': 'MusicRecording', name: song } }),
  };
}

function addressOf(site: Site, { id }: ShownShow, page: string): string {
  return `${site.origin}${page}#show-${id}`;
}
