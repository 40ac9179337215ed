import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Parents of groups with a memory limit: cgroup v2 with a delegated controller, or v1. */
const ROOTS = [
  { folder: '/sys/fs/cgroup', limit: 'memory.max', needs: 'cgroup.subtree_control' },
  { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', needs: 'memory.limit_in_bytes' },
];

/** A cgroup limited to so many bytes of memory; undefined where this machine has none. */
export function createMemoryGroup(bytes: number) {
  for (const { folder, limit, needs } of ROOTS) {
    if (!existsSync(path.join(folder, needs))) continue;
    if (limit === 'memory.max' && !readFileSync(path.join(folder, needs), 'utf8').includes('memory')) continue;
    const group = path.join(folder, `rampa-test-${process.pid}`);
    try {
      mkdirSync(group);
      writeFileSync(path.join(group, limit), String(bytes));
      const enter = ['/bin/sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$@"`, 'sh'];
      return { enter, remove: () => rmdirSync(group) };
    } catch {
      // Not allowed here.
    }
  }
  return undefined;
}
