import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const SITE = 'song.example';
/** nginx lets so many whole lists of one address through at once, and of a venue 5,000 event streams. */
const LISTS = 10;
const STREAMS = 5000;
const BATCH = 100;

/**
 * The limits of nginx.conf, which has to be installed, for one address: an eleventh list at the same time is 429, and behind 5,000 open
 * event streams pages are still answered. A stand-in for rampa answers pages at once and never ends other responses.
 */
export async function checkLimits(say: (line: string) => void): Promise<void> {
  let lists = 0;
  const behind = http.createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' });
    if (request.url === '/api/news') lists += 1;
    if (/^\/api\/(live|news)$/.test(request.url ?? '')) response.write('open');
    else response.end('page');
  });
  behind.listen({ port: 3000, host: '127.0.0.1', backlog: 4096 });
  await once(behind, 'listening');
  const nginx = spawn('nginx', ['-g', 'daemon off;'], { stdio: ['ignore', 'inherit', 'inherit'] });
  const agent = new https.Agent({ keepAlive: false, rejectUnauthorized: false });
  const ask = async (path: string) => {
    const request = https.get({ host: '127.0.0.1', path, headers: { host: SITE }, agent });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    return answer;
  };
  try {
    while (!(await ask('/').catch(() => undefined))) await sleep(50);
    for (let opened = 0; opened < STREAMS; opened += BATCH) {
      const answers = await Promise.all(Array.from({ length: BATCH }, () => ask('/api/live')));
      expectAll(answers, 200, 'event streams');
    }
    // nginx keeps so little back until there is more: they are open when they have arrived behind it.
    for (let opened = 0; opened < LISTS; opened += 1) void ask('/api/news').catch(() => undefined);
    while (lists < LISTS) await sleep(10);
    const refused = await ask('/api/news');
    expectAll([refused], 429, 'a list more');
    if (!/"code":"too_many_requests"/.test(await text(refused))) throw new Error('429 is not in our words.');
    expectAll(await Promise.all(Array.from({ length: 50 }, (_, at) => ask(`/news?n=${at}`))), 200, 'pages');
    say(
      `  nginx passes ${STREAMS} event streams and ${LISTS} lists of one address, refuses list ${LISTS + 1}, and still answers pages`,
    );
  } finally {
    nginx.kill('SIGTERM');
    behind.closeAllConnections();
    behind.close();
    await once(nginx, 'exit');
  }
}

function expectAll(answers: http.IncomingMessage[], status: number, what: string): void {
  const others = answers.filter((answer) => answer.statusCode !== status).map((answer) => answer.statusCode);
  if (others.length > 0)
    throw new Error(`${others.length} of ${answers.length} ${what} are answered ${others[0]}, not ${status}.`);
}
