import { readFile } from 'node:fs/promises';

/** Of a process alone, in MB; 0 once it is gone. */
export async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Of the processes that it has started, together, in MB. */
export async function memoryOfChildren(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const each = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(residentMemory));
  return each.reduce((sum, one) => sum + one, 0);
}
