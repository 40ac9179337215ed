import { readdir, readFile } from 'node:fs/promises';
import { counter, type Family, gauge, info } from './text.ts';

/** Process metrics under prom-client's usual names. */
export async function processFamilies(version: string): Promise<Family[]> {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const [open, limit] = await Promise.all([openFiles(), openFilesLimit()]);
  const started = (Date.now() - process.uptime() * 1000) / 1000;
  return [
    counter('process_cpu_user_seconds_total', 'Processor time of the program itself.', user / 1e6),
    counter('process_cpu_system_seconds_total', 'Processor time of the system on its behalf.', system / 1e6),
    counter('process_cpu_seconds_total', 'Processor time.', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Resident memory.', rss),
    gauge('process_start_time_seconds', 'When the process started, Unix time.', Math.round(started)),
    gauge('process_open_fds', 'Open files and connections.', open),
    gauge('process_max_fds', 'Open files and connections that the system allows.', limit),
    gauge('nodejs_heap_size_used_bytes', 'JavaScript memory in use.', heapUsed),
    gauge('nodejs_heap_size_total_bytes', 'JavaScript memory taken.', heapTotal),
    gauge('nodejs_external_memory_bytes', 'Memory of buffers and of native parts.', external),
    info('rampa_build_info', 'What runs.', { version, node: process.version.slice(1) }),
  ];
}

/** Soft limit of open files; undefined without /proc. */
export async function openFilesLimit(): Promise<number | undefined> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const [, soft] = /^Max open files\s+(\S+)/m.exec(text) ?? [];
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : soft === undefined ? undefined : Number(soft);
}

async function openFiles(): Promise<number | undefined> {
  return readdir('/proc/self/fd').then(
    (names) => names.length,
    () => undefined,
  );
}
