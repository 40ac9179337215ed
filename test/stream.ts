import Fastify from 'fastify';
import { demoStream } from '../server/demo-stream.ts';

export interface CutStream {
  /** Of its playlist. */
  address: string;
  /** From one moment to the next it does not answer any more. */
  cut: () => Promise<void>;
}

/** A broadcast of real HLS on a host of its own, open to players of other sites. */
export async function serveStream(): Promise<CutStream> {
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onSend', async (_request, reply) => void reply.header('Access-Control-Allow-Origin', '*'));
  await app.register(demoStream);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return { address: `${origin}/demo/live/master.m3u8`, cut: () => app.close() };
}
