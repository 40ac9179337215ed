import { LIST_TOPICS } from '../../db/announcements.ts';

const KEPT = 200;

/** A server-sent event (HTML standard). Open pages set their clock by the time in `id`. */
export function eventText(id: string, name: string, data: string): string {
  return `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`;
}

/** List announcements by place (ms), equal on all servers: a page may reconnect to any. Id: `place-sent-place`. */
export function createHistory() {
  let kept: { place: number; id: string; name: string; data: string }[] = [];
  let last = 0;
  let whole = Number.POSITIVE_INFINITY; // the history is complete from this place on

  const id = () => `${last}-${Date.now()}-${last}`;

  return {
    isBegun: () => Number.isFinite(whole),
    begin(place: number): void {
      last = Math.max(last, place);
      whole = last;
    },
    id,
    last: () => last,
    keep(name: string, data: string, place: number): string {
      last = Math.max(last, place);
      const event = { place: last, id: id(), name, data };
      kept.push(event);
      if (kept.length > KEPT) whole = kept.shift()?.place ?? last;
      return eventText(event.id, name, data);
    },
    /** After a withdrawal no earlier announcement may name its article. */
    forgetNames(): void {
      kept = kept.map((event) => ({ ...event, data: '{}' }));
    },
    /** Events missed since `seen`. Too old or later than `latest` (forged, or of a restored database): all lists. */
    since(seen: string | undefined, latest = last): string[] {
      const place = placeIn(seen);
      if (place === undefined) return [];
      if (place < whole || place > latest) return LIST_TOPICS.map((name) => eventText(id(), name, '{}'));
      return kept.filter((event) => event.place > place).map((event) => eventText(event.id, event.name, event.data));
    },
    /** The page has seen an announcement of another server that is unknown here. */
    isAhead: (seen: string | undefined) => (placeIn(seen) ?? 0) > last,
  };
}

function placeIn(seen: string | undefined): number | undefined {
  const [, place] = /^(\d{13,15})-\d{13,15}(?:-\d{13,15})?$/.exec(seen ?? '') ?? [];
  return place === undefined ? undefined : Number(place);
}
