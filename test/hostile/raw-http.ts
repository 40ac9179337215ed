import { once } from 'node:events';
import { connect } from 'node:net';
import { share } from './corpora.ts';
import { HTTP_SHAPES } from './http-shapes.ts';

/** A server that has said nothing by then waits for more of the request, in ms. */
const SILENT_AFTER = 700;
/** Several at the same time: most of them are waited for. */
const AT_ONCE = 20;

/** What is wrong with the answers to bytes that are no HTTP, or HTTP that two readers may read differently, each on a connection of its own. */
export async function runRawHttp(origin: string, every: number): Promise<string[]> {
  const waiting = share(Object.entries(HTTP_SHAPES(new URL(origin).host)), every);
  const findings: string[] = [];
  const work = async () => {
    for (let shape = waiting.pop(); shape; shape = waiting.pop()) {
      const [name, { bytes, answers: most = 1 }] = shape;
      const answers = split(await exchange(origin, bytes));
      if (answers.length > most) findings.push(`${name}: ${answers.length} answers to what is at most ${most}`);
      for (const { status, text } of answers)
        if (status >= 500 || (status >= 400 && !/"message":"[^"]*[а-яё]|text\/html/i.test(text)))
          findings.push(`${name}: ${status}: ${text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return findings;
}

async function exchange(origin: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
  await once(socket, 'connect');
  socket.write(bytes);
  socket.setTimeout(SILENT_AFTER, () => socket.destroy());
  if (!socket.closed) await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

function split(text: string): { status: number; text: string }[] {
  return text
    .split(/(?=HTTP\/1\.1 \d{3})/)
    .filter((each) => each.startsWith('HTTP/1.1 '))
    .map((each) => ({ status: Number(each.slice(9, 12)), text: each }));
}
