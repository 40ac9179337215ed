import type { TestProject } from 'vitest/node';
import { startServer } from '../server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Scheme, host and port of the demo festival, which all files of its project visit and none may change. */
    festival: string;
  }
}

/** Starts the demo festival once for all who only look at it: filling it takes longer than most files of tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const demo = await startServer({ program: ['cli/rampa.ts', 'demo'] });
  project.provide('festival', demo.origin);
  return demo.stop;
}
