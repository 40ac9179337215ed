import { afterAll } from 'vitest';
import { createTestApp } from '../rig/app.ts';
import { listenTo, type Stream } from '../rig/event-stream.ts';

export async function createHeardApp() {
  const t = await createTestApp();
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const streams: Stream[] = [];
  const listen = async (headers?: Record<string, string>) => {
    const stream = await listenTo(`${origin}/api/live`, headers);
    streams.push(stream);
    return stream;
  };
  return {
    ...{ t, origin, listen },
    open: async (headers?: Record<string, string>) => {
      const stream = await listen(headers);
      await stream.next('vote-settings');
      return stream;
    },
    close: async () => {
      for (const stream of streams) stream.close();
      await t.close();
    },
  };
}

export async function needHeard() {
  const heard = await createHeardApp();
  afterAll(heard.close);
  return { ...heard.t, ...heard };
}
