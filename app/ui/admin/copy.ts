import { tellDone, tellProblem } from './notices.ts';

const REFUSED = 'Браузер не дал скопировать: выделите текст и скопируйте его сами.';

/** Copies and notifies. Without TLS there is no clipboard API. */
export async function copy(text: string, done: string, refused = REFUSED): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tellDone(done);
  } catch {
    tellProblem(refused);
  }
}

/** `to` is a path of this site or an absolute address. */
export function copyAddress(to: string): Promise<void> {
  return copy(new URL(to, location.origin).href, 'Адрес скопирован.', 'Браузер не разрешил скопировать адрес.');
}
