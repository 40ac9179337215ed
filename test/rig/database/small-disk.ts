import { spawnSync } from 'node:child_process';

/** Whether this machine lets us mount: root on Linux with the right to. */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return runs('unshare', '--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt');
}

/** A disk of its own in the place of a folder; `size` as `mount` takes it, such as `64k`. */
export function mountDisk(folder: string, size: string): void {
  if (!runs('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'none', folder))
    throw new Error(`${folder} was not mounted.`);
}

/** Such a disk in another size, with what lies on it. */
export function resizeDisk(folder: string, size: string): void {
  if (!runs('mount', '-o', `remount,size=${size}`, folder)) throw new Error(`${folder} was not resized.`);
}

export function unmountDisk(folder: string): void {
  runs('umount', '-l', folder);
}

const runs = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
