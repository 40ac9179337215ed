import { once } from 'node:events';
import { connect } from 'node:net';
import { ownList, share } from './corpora.ts';

/** A server that has said nothing by then waits for more of the request, in ms. */
const SILENT_AFTER = 700;
/** Several at the same time: most of them are waited for. */
const AT_ONCE = 20;

/** A text, or one with a part that is repeated: what stands before it, it, how often, what stands after it. */
type Piece = string | [before: string, part: string, times: number, after: string];

const PIECES =
  ownList<Record<'LENGTHS' | 'CHUNKS' | 'LINES' | 'HEADERS' | 'HOSTS' | 'WHOLE', Record<string, Piece>>>('http.json');
const THOUSAND = Array.from({ length: 1000 }, (_, at) => `X${at}: a`).join('\r\n');

function pieces(kind: keyof typeof PIECES): [name: string, text: string][] {
  return Object.entries(PIECES[kind]).map(([name, piece]) => {
    if (typeof piece === 'string') return [name, piece];
    const [before, part, times, after] = piece;
    return [name, before + part.repeat(times) + after];
  });
}

type HttpShape = [name: string, text: string, answers: number];

const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: hidden.example\r\n\r\n';

/** What is wrong with the answers to bytes that are no HTTP, or HTTP that two readers may read differently, each on a connection of its own. */
export async function runRawHttp(origin: string, every: number): Promise<string[]> {
  const waiting = share(httpShapes(new URL(origin).host), every);
  const findings: string[] = [];
  const work = async () => {
    for (let shape = waiting.pop(); shape; shape = waiting.pop()) {
      const [name, text, most] = shape;
      const answers = split(await exchange(origin, Buffer.from(text, 'latin1')));
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

/** Malformed and ambiguous HTTP (RFC 9112), after the known ways to smuggle one request inside another. */
function httpShapes(host: string): HttpShape[] {
  const shapes: HttpShape[] = [];
  const add = (name: string, text: string, answers = 1) => void shapes.push([name, text, answers]);
  const headed = (target: string, ...lines: string[]) =>
    `${[`${target} HTTP/1.1`, `Host: ${host}`, ...lines].join('\r\n')}\r\n\r\n`;
  const login = (lines: string) => headed('POST /api/auth/login', 'Content-Type: application/json', lines);
  for (const [name, lines] of pieces('LENGTHS')) {
    add(`length: ${name}`, `${login(lines)}{}${HIDDEN}`, CLEAR[name]);
    add(`length, chunked body: ${name}`, `${login(lines)}0\r\n\r\n${HIDDEN}`, CLEAR[name]);
  }
  for (const [name, body] of pieces('CHUNKS'))
    add(`chunks: ${name}`, `${login('Transfer-Encoding: chunked')}${body}${HIDDEN}`, 2);
  for (const [name, line] of pieces('LINES')) add(`request line: ${name}`, `${line}\r\nHost: ${host}\r\n\r\n`);
  for (const [name, header] of [...pieces('HEADERS'), ['a thousand names', THOUSAND] as const])
    add(`header: ${name}`, headed('GET /', header));
  for (const [name, line] of pieces('HOSTS')) add(`host: ${name}`, `GET / HTTP/1.1\r\n${line}\r\n\r\n`);
  for (const [name, text] of pieces('WHOLE')) add(`bytes: ${name}`, text);
  for (const path of ['/', '/api/news']) {
    add(`pipelined: ${path}`, headed(`GET ${path}`).repeat(50), 50);
    add(`lone line feeds: ${path}`, `GET ${path} HTTP/1.1\nHost: ${host}\n\n`);
    add(`bare carriage returns: ${path}`, `GET ${path} HTTP/1.1\rHost: ${host}\r\r`);
    add(`after the end of a body: ${path}`, `${headed(`GET ${path}`, 'Content-Length: 5')}hello\r\n\r\n`);
  }
  for (let byte = 0; byte < 256; byte += 1) {
    const odd = String.fromCharCode(byte);
    add(`byte ${byte} in a name`, headed('GET /api/news', `X-${odd}Y: 1`));
    add(`byte ${byte} in a value`, headed('GET /api/news', `X-Y: a${odd}b`));
    add(`byte ${byte} in a target`, headed(`GET /api/news/a${odd}b`));
    const coding = [`Transfer-Encoding${odd}: chunked`, 'Content-Length: 2'];
    add(`byte ${byte} before a colon`, `${headed('POST /api/auth/login', ...coding)}{}`);
  }
  return shapes;
}

/** Responses expected on one connection: these requests end clearly, so the next one is served; `Expect` also gets 100 Continue. */
const CLEAR: Record<string, number> = { expecting: 3, 'a trailer': 2, 'named in Connection': 2 };
