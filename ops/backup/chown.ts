import { lchown, stat } from 'node:fs/promises';

/** What to do where rights are missing. */
export const AS_OWNER = 'Запустите команду от имени того пользователя, под которым работает сервер.';

/** Run by root, a command must not leave the site's own user without its data: these get the owner of `like`. */
export async function chownLike(made: string[], like: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(like);
  for (const each of made) await lchown(each, uid, gid);
}
