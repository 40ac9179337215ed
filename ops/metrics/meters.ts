import { createProxySigns } from '../proxy-detection.ts';
import { createClockMeter } from './clock.ts';
import { createLoopMeter } from './loop.ts';
import { createQueryMeter } from './queries.ts';
import { createRequestMeter } from './requests.ts';

export type Meters = ReturnType<typeof createMeters>;

export function createMeters() {
  const loop = createLoopMeter();
  const clock = createClockMeter();
  return {
    requests: createRequestMeter(),
    queries: createQueryMeter(),
    signs: createProxySigns(),
    loop,
    clock,
    stop(): void {
      loop.stop();
      clock.stop();
    },
  };
}
