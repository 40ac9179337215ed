import { tellDone, tellProblem } from './notices.ts';

/** Copies and notifies. Without TLS there is no clipboard API. */
export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tellDone(done);
  } catch {
    tellProblem('Браузер не дал скопировать: выделите текст и скопируйте его сами.');
  }
}

/** `to` is a path of this site or an absolute address. */
export async function copyAddress(to: string): Promise<void> {
  await navigator.clipboard.writeText(new URL(to, location.origin).href).then(
    () => tellDone('Адрес скопирован.'),
    () => tellProblem('Браузер не разрешил скопировать адрес.'),
  );
}
