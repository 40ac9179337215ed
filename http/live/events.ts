/** Events that a page which was away for a moment is told when it comes back. */
const KEPT = 200;
const LISTS = ['news', 'site-content'] as const;

/**
 * One event in the form of a stream (HTML standard, server-sent events). `id` says which changes the page knows of, and at which
 * moment of the server's clock that was: an open page sets its own clock by it.
 */
export function eventText(id: string, name: string, data: string): string {
  return `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`;
}

/**
 * The last announcements of lists, each with its place: the moment (ms) that the database gave the change, or the one at which an article
 * appeared or expired by itself. All servers of a site give an announcement the same place, so a page may come back to any of them. An
 * id says the place of the last announcement, the moment it was told, and the place once more, for pages that are open already.
 */
export function createHistory() {
  let kept: { place: number; id: string; name: string; data: string }[] = [];
  /** Of the last announcement; 0 while it is not known. */
  let last = 0;
  /** From this place on nothing is missing. */
  let whole = Number.POSITIVE_INFINITY;

  const id = () => `${last}-${Date.now()}-${last}`;

  return {
    isBegun: () => Number.isFinite(whole),
    /** The place of the last announcement before this server came: whoever knows that one has missed nothing. */
    begin(place: number): void {
      last = Math.max(last, place);
      whole = last;
    },
    /** For what is told anew to everybody who comes, and is not kept. */
    id,
    /** The place of the last announcement. */
    last: () => last,
    keep(name: string, data: string, place: number): string {
      last = Math.max(last, place);
      const event = { place: last, id: id(), name, data };
      kept.push(event);
      if (kept.length > KEPT) whole = kept.shift()?.place ?? last;
      return eventText(event.id, name, data);
    },
    /** Something was taken off the site: nothing that was announced before is told by its name any more. */
    forgetNames(): void {
      kept = kept.map((event) => ({ ...event, data: '{}' }));
    },
    /**
     * What a page missed since the announcement that it names; nothing for one that names none or writes it wrongly. One that was away
     * for too long is told that every list may have changed, and so is one that names a place after `latest`, which is a made up one or
     * of a database that was restored since.
     */
    since(seen: string | undefined, latest = last): string[] {
      const place = placeIn(seen);
      if (place === undefined) return [];
      if (place < whole || place > latest) return LISTS.map((name) => eventText(id(), name, '{}'));
      return kept.filter((event) => event.place > place).map((event) => eventText(event.id, event.name, event.data));
    },
    /** Whether a page has heard of something that this server has not, from another one. */
    isAhead: (seen: string | undefined) => (placeIn(seen) ?? 0) > last,
  };
}

function placeIn(seen: string | undefined): number | undefined {
  const [, place] = /^(\d{13,15})-\d{13,15}(?:-\d{13,15})?$/.exec(seen ?? '') ?? [];
  return place === undefined ? undefined : Number(place);
}
