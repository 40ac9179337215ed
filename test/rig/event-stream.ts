import { get, type IncomingHttpHeaders } from 'node:http';

interface StreamEvent {
  id: string;
  event: string;
  data: unknown;
}

export interface Stream {
  headers: IncomingHttpHeaders;
  /** The next event but the clock's, or the next of that name. */
  next: (name?: string) => Promise<StreamEvent>;
  /** The last `retry:`, in ms. */
  retry: () => number;
  ended: () => Promise<void>;
  close: () => void;
}

/** Reads an event stream as a browser does (HTML standard, server-sent events). */
export async function listenTo(url: string, headers: Record<string, string> = {}): Promise<Stream> {
  const { promise, resolve, reject } = Promise.withResolvers<Stream>();
  const encoded = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, encodeURI(value)]));
  const request = get(url, { headers: encoded, agent: false }, (response) => {
    const events: StreamEvent[] = [];
    const waiting = new Set<() => void>();
    const { promise: end, resolve: ended } = Promise.withResolvers<void>();
    let retry = 0;
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2)));
        if (fields.retry) retry = Number(fields.retry);
        if (fields.data && fields.event !== 'clock')
          events.push({ id: fields.id, event: fields.event, data: JSON.parse(fields.data) });
      }
      for (const wake of waiting) wake();
    });
    response.on('close', () => ended());
    const next = async (name?: string): Promise<StreamEvent> => {
      for (;;) {
        const event = events.shift();
        if (event && (name === undefined || event.event === name)) return event;
        if (!event) await new Promise<void>((wake) => waiting.add(wake));
      }
    };
    resolve({ headers: response.headers, next, retry: () => retry, ended: () => end, close: () => request.destroy() });
  });
  request.on('error', (error) => reject(error));
  return promise;
}
