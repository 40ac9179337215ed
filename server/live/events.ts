/** Events that a page which was away for a moment is told when it comes back. */
const KEPT = 200;

/**
 * One event in the form of a stream (HTML standard, server-sent events). `id` says which changes the page knows of, and at which
 * moment of the server's clock that was: an open page sets its own clock by it.
 */
export function eventText(id: string, name: string, data: string): string {
  return `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`;
}

/** The last announcements of lists, each with its place: ms of the server's clock, no two alike, so that any server can compare them. */
export function createHistory() {
  const kept: { place: number; text: string }[] = [];
  let last = Date.now();
  let lists = last;

  const advance = () => {
    last = Math.max(Date.now(), last + 1);
    return last;
  };
  const id = () => `${last}-${Date.now()}`;

  return {
    /** The place of an event that is not kept: state is told anew to everybody who comes. */
    next(): string {
      advance();
      return id();
    },
    /** The place of what is told without being new. */
    now: id,
    /** Another text for every announcement of a list. */
    lists: () => String(lists),
    keep(name: string, data: string): string {
      lists = advance();
      const text = eventText(id(), name, data);
      kept.push({ place: last, text });
      if (kept.length > KEPT) kept.shift();
      return text;
    },
    /** What a page missed since the event that it names; nothing for one that names none or writes it wrongly. */
    since(seen: string | undefined): string[] {
      const [, place] = /^(\d{13,15})-\d{13,15}$/.exec(seen ?? '') ?? [];
      return place === undefined ? [] : kept.filter((event) => event.place > Number(place)).map(({ text }) => text);
    },
  };
}
