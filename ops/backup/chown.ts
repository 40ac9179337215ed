import { lchown, stat } from 'node:fs/promises';

/** Run by root, gives these files the owner of `like`, or the site's user could not read its data. */
export async function chownLike(made: string[], like: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(like);
  for (const each of made) await lchown(each, uid, gid);
}
