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
