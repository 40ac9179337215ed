import { tellDone, tellProblem } from './notices.ts';

/** Puts a text on the clipboard and says so. Without TLS a browser has no clipboard for pages. */
export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tellDone(done);
  } catch {
    tellProblem('Браузер не дал скопировать: выделите текст и скопируйте его сами.');
  }
}
