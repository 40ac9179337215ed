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
 * The last announcements of lists, each with its place: ms of the server's clock, no two alike, so that any server can compare them.
 * An id says the place of the last event, the moment it was told and the place of the last announcement of a list.
 */
export function createHistory() {
  let kept: { place: number; id: string; name: string; data: string }[] = [];
  let last = Date.now();
  let lists = last;
  /** From this place on nothing is missing. */
  let whole = last;

  const advance = () => {
    last = Math.max(Date.now(), last + 1);
    return last;
  };
  const id = () => `${last}-${Date.now()}-${lists}`;

  return {
    /** The place of an event that is not kept: state is told anew to everybody who comes. */
    next(): string {
      advance();
      return id();
    },
    /** The place of what is told without being new. */
    now: id,
    /** The place of the last announcement of a list. */
    lists: () => lists,
    keep(name: string, data: string): string {
      lists = advance();
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
     * What a page missed since the event that it names; nothing for one that names none or writes it wrongly. One that was away for
     * too long, or that names a moment this server has never seen, is told that every list may have changed.
     */
    since(seen: string | undefined): string[] {
      const [, written] = /^(\d{13,15})-\d{13,15}(?:-\d{13,15})?$/.exec(seen ?? '') ?? [];
      if (written === undefined) return [];
      const place = Number(written);
      if (place < whole || place > last) return LISTS.map((name) => eventText(id(), name, '{}'));
      return kept.filter((event) => event.place > place).map((event) => eventText(event.id, event.name, event.data));
    },
  };
}
