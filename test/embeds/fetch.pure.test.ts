import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { fetchListed, isPublicAddress, type Network } from '../../ops/embeds/fetch.ts';
import { rowsIn } from '../rig/cases.ts';
import { createSites } from './sites.ts';

const HOSTS = ['rutube.ru', '.rutubelist.ru'];
const MIB = 1024 * 1024;
const NEVER = new AbortController().signal;

const sites = await createSites();
afterAll(sites.close);
beforeEach(() => {
  sites.asked.length = 0;
  sites.resolved.length = 0;
  sites.answers = { 'rutube.ru/': (response) => response.setHeader('Content-Type', 'text/plain').end('да') };
});

const get = (address: string, network: Partial<Network> = {}, signal = NEVER) =>
  fetchListed(address, HOSTS, signal, { ...sites.network, ...network });
const to = (location: string) => (response: ServerResponse) => void response.writeHead(302, { location }).end();

test('a listed host is asked over TLS for what stands at the address, unpacked and without cookies', async () => {
  sites.answers['rutube.ru/'] = (response, request) =>
    response.setHeader('Content-Type', 'text/x').end(JSON.stringify(request.headers));
  const { type, bytes } = await get('https://rutube.ru/api/?a=1');
  expect([type, sites.asked, sites.resolved]).toEqual(['text/x', ['rutube.ru/api/?a=1'], ['rutube.ru']]);
  const headers = JSON.parse(bytes.toString());
  expect(headers['accept-encoding']).toBe('identity');
  expect(Object.keys(headers)).not.toContain('cookie');
});

test.each(rowsIn<[string]>('embeds/addresses.txt', 'not listed'))('nothing is asked at %s', async (address) => {
  await expect(get(address)).rejects.toThrow('not listed');
  expect([sites.asked, sites.resolved]).toEqual([[], []]);
});

test.each(rowsIn<[string]>('embeds/addresses.txt', 'not public'))('nothing is asked at addresses like %s', (...given) =>
  expect(given.filter(isPublicAddress)).toEqual([]),
);

test.each([
  ['a private address', ['127.0.0.1'], 'no public address'],
  ['a private address beside a public one', ['93.184.216.34', '127.0.0.1'], 'no public address'],
  ['no address', [], 'no address'],
])('nothing is asked when the name has %s', async (_what, addresses, why) => {
  const network = { resolve: async () => addresses, isPublic: isPublicAddress };
  await expect(get('https://rutube.ru/', network)).rejects.toThrow(why);
  expect(sites.asked).toEqual([]);
});

test('addresses of the internet are public', () => {
  const real = '93.184.216.34 5.255.255.242 172.15.0.1 172.32.0.1 100.63.0.1 2a02:6b8:a::a 2606:4700::1'.split(' ');
  expect(real.filter((address) => !isPublicAddress(address))).toEqual([]);
});

test('the address that was checked is connected to, though the name has another one a moment later', async () => {
  const resolve = vi.fn(async () => ['192.0.2.1']).mockResolvedValueOnce(['127.0.0.1']);
  expect((await get('https://rutube.ru/', { resolve })).bytes.toString()).toBe('да');
  expect(resolve).toHaveBeenCalledOnce();
});

test('a server with the certificate of another name is not believed', async () => {
  const listed = fetchListed('https://ok.ru/', ['ok.ru'], NEVER, sites.network);
  await expect(listed).rejects.toThrow(/altnames|does not match/);
  await expect(get('https://rutube.ru/', { ca: '' })).rejects.toThrow(/self-signed|certificate/);
  expect(sites.asked).toEqual([]);
});

test('redirects are followed twice, to listed hosts, and a third one is not', async () => {
  sites.answers = { 'rutube.ru/a': to('/b'), 'rutube.ru/b': to('https://pic.rutubelist.ru/c') };
  sites.answers['pic.rutubelist.ru/c'] = (response) => response.end('там');
  expect((await get('https://rutube.ru/a')).bytes.toString()).toBe('там');
  expect(sites.asked.splice(0)).toEqual(['rutube.ru/a', 'rutube.ru/b', 'pic.rutubelist.ru/c']);
  sites.answers = { 'rutube.ru/': to('/again') };
  await expect(get('https://rutube.ru/a')).rejects.toThrow('too often');
  expect(sites.asked).toHaveLength(3);
});

test.each(rowsIn<[string]>('embeds/addresses.txt', 'no redirects'))('redirects to %s is not', async (location) => {
  sites.answers = { 'rutube.ru/': to(location), 'evil.example/': (response) => response.end('чужое') };
  await expect(get('https://rutube.ru/a')).rejects.toThrow('not listed');
  expect(sites.asked).toEqual(['rutube.ru/a']);
});

test('redirects a host that turns private between two requests is not asked again', async () => {
  sites.answers = { 'rutube.ru/a': to('/b'), 'rutube.ru/b': (response) => response.end('внутри') };
  const isPublic = vi.fn(() => false).mockReturnValueOnce(true);
  await expect(get('https://rutube.ru/a', { isPublic })).rejects.toThrow('no public address');
  expect(sites.asked).toEqual(['rutube.ru/a']);
});

test.each([404, 403, 500, 204, 206, 304])('an answer is refused with the status %i', async (status) => {
  sites.answers = { 'rutube.ru/': (response) => response.writeHead(status).end() };
  await expect(get('https://rutube.ru/')).rejects.toThrow(`answered ${status}`);
});

test('an answer is refused over 5 MiB, with and without a length, and at 5 MiB taken', async () => {
  const whole = Buffer.alloc(5 * MIB);
  sites.answers = { 'rutube.ru/': (response) => response.end(whole) };
  expect((await get('https://rutube.ru/')).bytes).toHaveLength(5 * MIB);
  sites.answers = { 'rutube.ru/': (response) => response.end(Buffer.concat([whole, Buffer.alloc(1)])) };
  await expect(get('https://rutube.ru/')).rejects.toThrow('over 5 MiB');
  // Endless: only its reader can end it.
  sites.answers = { 'rutube.ru/': pour };
  await expect(get('https://rutube.ru/')).rejects.toThrow('over 5 MiB');
});

const BOMB = gzipSync(Buffer.alloc(50 * MIB));
test.each<[string, RegExp, (response: ServerResponse) => void]>([
  ['compressed: nothing unpacks a bomb', /as gzip/, (told) => told.setHeader('Content-Encoding', 'gzip').end(BOMB)],
  ['cut off', /./, (told) => told.writeHead(200, { 'Content-Length': 100 }).write('начало', () => told.destroy())],
  ['with too large headers', /header/i, (told) => told.setHeader('X', 'x'.repeat(40_000)).end()],
])('an answer is refused %s', async (_how, why, answer) => {
  sites.answers = { 'rutube.ru/': answer };
  await expect(get('https://rutube.ru/')).rejects.toThrow(why);
});

test.each<[string, (response: ServerResponse) => void]>([
  ['a head', () => {}],
  ['a body', (response) => void response.writeHead(200).write('начало')],
])('nothing is waited for longer than allowed %s that does not come', async (_what, answer) => {
  sites.answers = { 'rutube.ru/': answer };
  await expect(get('https://rutube.ru/', { within: 200 })).rejects.toThrow(/timeout|aborted/i);
});

test('nothing is waited for longer than allowed a name that is not found, and a server that stops', async () => {
  const resolve = () => new Promise<never>(() => {});
  await expect(get('https://rutube.ru/', { within: 200, resolve })).rejects.toThrow(/timeout/i);
  await expect(get('https://rutube.ru/', {}, AbortSignal.abort())).rejects.toThrow(/abort/i);
});

function pour(response: ServerResponse): void {
  const part = Buffer.alloc(MIB);
  const more = () => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', more);
  more();
}
