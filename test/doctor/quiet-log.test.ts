import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { needProcess } from '../rig/needs.ts';

const server = await needProcess();

const JSON_TYPE = 'Content-Type: application/json';

/** Sends raw text; returns the answer, or nothing if the client leaves. */
async function send(request: string, isLeaving = false): Promise<string> {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  if (!isLeaving) return text(socket);
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.resetAndDestroy();
  return '';
}

const many = (times: number, act: () => Promise<unknown>) => Promise.all(Array.from({ length: times }, act));

test.each(['/a%0Ab', '/%0D', '/a%E2%80%A8b', '/news/a%E2%80%A9', '/admin/a%0Ab', '/%ff', '/news/%zz', '/%?%zz'])(
  '%s is the page of an unknown address: title, menu, noindex',
  async (path) => {
    const answer = await fetch(server.origin + path);
    const page = await answer.text();
    expect(answer.status).toBe(404);
    expect(page).toMatch(/<title>[^<]*не найдена/);
    expect(page).toMatch(/<meta name="robots" content="noindex/);
    expect(page).toContain('href="/news"');
    expect(page.match(/<h1/g)).toHaveLength(1);
  },
);

test('nothing that comes without a token writes a line of error, or a line for each request', async () => {
  await many(20, () => send('ANNOUNCE /x RTSP/1.0\r\nCSeq: 1\r\n\r\n'));
  await many(20, () => send('GET /a%0Ab HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'));
  await many(20, () =>
    send(`POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nContent-Length: 900\r\n\r\n{"user`, true),
  );
  for (const url of ['/api/auth/login', '/api/admin/news', '/api/nope'])
    await many(300, () =>
      fetch(server.origin + url, { method: 'POST', body: '{x', headers: { 'content-type': 'application/json' } }),
    );
  // A line that follows all of them.
  await expect.poll(lines).toContainEqual(expect.objectContaining({ code: 'bad_json' }));
  expect(lines().filter(({ level, msg }) => level === 'error' || /fastify bug/.test(String(msg)))).toEqual([]);
  // A busy machine may log slow answers.
  expect(lines().filter(({ level }) => level === 'warn').length).toBeLessThan(10);
  for (const code of ['aborted', 'bad_json', 'unauthorized']) {
    const alike = lines().filter((line) => line.code === code);
    expect([code, alike.length > 0, alike.length < 60]).toEqual([code, true, true]);
  }
});

function lines(): Record<string, unknown>[] {
  const all = server.log().trim().split('\n');
  return all.map((line) => JSON.parse(line) as Record<string, unknown>);
}
