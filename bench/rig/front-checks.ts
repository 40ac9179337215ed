import { once } from 'node:events';
import http2 from 'node:http2';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN } from '../../test/rig/server.ts';
import { noise } from '../../test/rig/world/pictures.ts';
import { type Front, SITE } from './fronts.ts';
import { call } from './world.ts';

/** What came of a check, in words for a table. */
export interface Outcome {
  ok: boolean;
  text: string;
}

const MEGABYTE = 1_000_000;
const NEEDED = ['strict-transport-security', 'content-security-policy', 'x-content-type-options', 'referrer-policy'];

export async function speaksHttp2({ origin }: Front): Promise<Outcome> {
  const session = http2.connect(origin, { servername: SITE, rejectUnauthorized: false });
  try {
    const request = session.request({ ':path': '/', ':authority': SITE, 'accept-encoding': 'br' });
    const [headers] = await once(request, 'response');
    request.resume();
    await once(request, 'end');
    const missing = NEEDED.filter((name) => !headers[name]);
    const ok = headers[':status'] === 200 && headers['content-encoding'] === 'br' && missing.length === 0;
    const server = headers.server ?? 'none';
    const isTelling = /\d/.test(String(server));
    return {
      ok: ok && !isTelling,
      text: `${session.alpnProtocol} ${headers[':status']} ${headers['content-encoding']}, missing: ${missing.length}, server: ${server}`,
    };
  } finally {
    session.close();
  }
}

export async function leadsToTls({ plain }: Front): Promise<Outcome> {
  const answer = await fetch(`${plain}/news?page=2`, { redirect: 'manual' });
  const to = answer.headers.get('location') ?? '';
  const api = await fetch(`${plain}/api/news`, { redirect: 'manual' });
  const ok = answer.status === 308 && /^https:.*\/news\?page=2$/.test(to) && api.status === 403;
  return { ok, text: `${answer.status} to https, API ${api.status}` };
}

export async function passesEvents({ origin }: Front, server: string, token: string): Promise<Outcome> {
  const from = performance.now();
  const answer = await fetch(`${origin}/api/live`);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  await reader?.read();
  const first = performance.now() - from;
  // What is told at the opening may come in several pieces.
  await sleep(200);
  const flipped = performance.now();
  const watch = { title: 'Эфир', description: 'Главное событие года', is_stream_enabled: true };
  await call(server, 'PUT', '/api/watch-settings', watch, token);
  let seen = '';
  while (reader && !seen.includes('"is_stream_enabled":true') && performance.now() - flipped < 5000)
    seen += (await reader.read()).value ?? '';
  const second = performance.now() - flipped;
  await reader?.cancel();
  return { ok: first < 1000 && second < 1000, text: `after ${first.toFixed(0)} ms, ${second.toFixed(0)} ms` };
}

/** Just below and above the 15 MiB of a picture, and a file of 40 MiB. */
export async function takesUploads({ origin }: Front, token: string): Promise<Outcome> {
  const picture = await noise(2230, 2230).png({ compressionLevel: 0 }).toBuffer();
  const larger = await noise(2310, 2310).png({ compressionLevel: 0 }).toBuffer();
  const statuses = [await upload(origin, token, picture), await upload(origin, token, larger)];
  statuses.push(
    await upload(
      origin,
      token,
      Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(40 * MEGABYTE), Buffer.from('%%EOF')]),
      '/api/files',
    ),
  );
  const cut = picture.subarray(0, 11 * MEGABYTE).toString('base64');
  const content = `<p>Снимок</p><img src="data:image/png;base64,${cut}">`;
  const saved = await call(origin, 'POST', '/api/admin/news', { title: 'Большая статья', content }, token);
  statuses.push(saved.status);
  // The picture in the article is cut short on purpose: that the server says so shows that all of it came through.
  const expected = [201, 413, 201, 422];
  return { ok: String(statuses) === String(expected), text: statuses.join(', ') };
}

async function upload(origin: string, token: string, bytes: Buffer, path = '/api/upload'): Promise<number> {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(bytes)]), 'sent');
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(origin + path, { method: 'POST', headers, body: form })).status;
}

/** Wrong passwords are counted by the visitor's own address: not by the proxy's, nor by one the visitor makes up. */
export async function knowsVisitors({ origin }: Front): Promise<Outcome> {
  const guesser = [];
  for (let tries = 0; tries < 6; tries += 1) guesser.push(await guess(origin, '127.0.0.2', `203.0.113.${tries}`));
  const other = await guess(origin, '127.0.0.3', '127.0.0.2');
  const ok = guesser.at(0) === 401 && guesser.at(-1) === 429 && other === 401;
  return { ok, text: `6th guess ${guesser.at(-1)}, other visitor ${other}` };
}

async function guess(origin: string, localAddress: string, claimed: string): Promise<number> {
  const { hostname, port } = new URL(origin);
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': claimed, Forwarded: `for=${claimed}` };
  const request = https.request({
    hostname,
    port,
    path: '/api/auth/login',
    method: 'POST',
    headers,
    localAddress,
    servername: SITE,
    agent: false,
    rejectUnauthorized: false,
  });
  request.end(JSON.stringify({ username: 'nobody', password: 'a wrong password' }));
  const [answer] = await once(request, 'response');
  await text(answer);
  return answer.statusCode;
}

/** Who asks for the same at the same time must not get what is another's. */
export async function keepsNothingPrivate({ origin, log }: Front, token: string): Promise<Outcome> {
  const logins = await Promise.all([1, 2, 3].map(() => call(origin, 'POST', '/api/auth/login', ADMIN)));
  const cookies = new Set(logins.map((answer) => answer.headers.get('set-cookie')));
  const asked = ['/admin', '/admin/login', '/api/auth/verify', '/api/admin/news', '/api/watch-settings', '/preview/x'];
  const mixed = [...asked, ...asked].flatMap((path) => [
    fetch(origin + path).then((answer) => `${path} ${answer.status}`),
    fetch(origin + path, { headers: { Authorization: `Bearer ${token}` } }).then(
      (answer) => `${path} ${answer.status} in`,
    ),
  ]);
  const seen = new Set(await Promise.all(mixed));
  const leaks = ['/api/auth/verify 200', '/api/admin/news 200', '/api/auth/verify 401 in'].filter((one) =>
    seen.has(one),
  );
  const kept = (await log()).filter((line) => /^HIT .*(no-store|=[^ ]*;)/.test(line));
  const ok = cookies.size === 3 && leaks.length === 0 && kept.length === 0;
  return { ok, text: `${kept.length + leaks.length}` };
}

/** One address for two kinds of visitors, asked within the second that a proxy keeps it. */
export async function tellsSpoilerFreeApart({ origin }: Front): Promise<Outcome> {
  const asked = [undefined, 'rampa.spoilers=hide', undefined, 'a=b; rampa.spoilers=hide'];
  const seen: number[] = [];
  for (const cookie of asked) {
    const answer = await fetch(`${origin}/vote`, { redirect: 'manual', headers: cookie ? { cookie } : {} });
    seen.push(answer.status);
    await answer.arrayBuffer();
  }
  return { ok: String(seen) === '200,302,200,302', text: seen.join(', ') };
}

export async function findAsset({ origin }: Front): Promise<string> {
  const page = await (await fetch(origin)).text();
  const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
  await (await fetch(origin + asset, { headers: { 'accept-encoding': 'br' } })).arrayBuffer();
  return asset;
}

export async function saysItIsAway({ origin }: Front): Promise<Outcome> {
  const page = await fetch(`${origin}/about`);
  const api = await fetch(`${origin}/api/vote-settings`);
  const isPage = (await page.text()).includes('Сайт скоро вернётся') && page.headers.has('content-security-policy');
  const { code } = (await api.json().catch(() => ({}))) as { code?: string };
  const ok = page.status === 503 && isPage && api.status === 503 && code === 'unavailable';
  return { ok, text: `${page.status} ${page.headers.get('content-type')}, ${api.status} ${code}` };
}

/** Only nginx keeps them. */
export async function stillHasAsset({ origin }: Front, asset: string): Promise<Outcome> {
  const { status } = await fetch(origin + asset, { headers: { 'accept-encoding': 'br' } });
  return { ok: asset !== '', text: status === 200 ? 'kept' : 'not kept' };
}
