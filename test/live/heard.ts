import { createTestApp, type TestApp } from '../rig/app.ts';
import { listenTo, type Stream } from '../rig/event-stream.ts';

/** The application, listening, and those who hear its events. */
export interface Heard {
  t: TestApp;
  /** Scheme, host and port. */
  origin: string;
  listen: (headers?: Record<string, string>) => Promise<Stream>;
  close: () => Promise<void>;
}

export async function createHeardApp(): Promise<Heard> {
  const t = await createTestApp();
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const streams: Stream[] = [];
  return {
    t,
    origin,
    listen: async (headers) => {
      const stream = await listenTo(`${origin}/api/live`, headers);
      streams.push(stream);
      return stream;
    },
    close: async () => {
      for (const stream of streams) stream.close();
      await t.close();
    },
  };
}
