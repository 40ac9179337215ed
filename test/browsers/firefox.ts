import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { vi } from 'vitest';
import { findFirefox } from './installed.ts';
import { resultOf, scriptOf, type Tab, type TabOptions } from './tab.ts';

/** Hosts other than this machine go to a proxy that does not exist. */
const PREFERENCES = {
  'intl.accept_languages': 'ru',
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
};

/** Firefox itself speaks WebDriver BiDi: https://www.w3.org/TR/webdriver-bidi/ */
export async function openFirefox({ width, height, autoplay }: TabOptions): Promise<Tab> {
  const profile = await mkdtemp(path.join(tmpdir(), 'firefox-'));
  const preferences = Object.entries({ ...PREFERENCES, 'media.autoplay.default': autoplay ? 0 : 5 });
  const lines = preferences.map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
  await writeFile(path.join(profile, 'user.js'), lines);
  const child = spawn(
    findFirefox(),
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
  );
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const complaints: string[] = [];
  const send = await connect(await addressOf(child.stderr), (entry) => {
    if (entry.level === 'error') complaints.push(entry.text ?? '');
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { context } = await send('browsingContext.create', { type: 'tab' });
  await send('browsingContext.setViewport', { context, viewport: { width, height } });

  const call = (functionDeclaration: string, argument: string) =>
    send('script.callFunction', {
      functionDeclaration,
      arguments: [{ type: 'string', value: argument }],
      target: { context },
      awaitPromise: true,
    });
  const run: Tab['run'] = async (inPage, ...given) => {
    const { result } = await call(`function () { ${scriptOf(inPage)} }`, JSON.stringify(given));
    return resultOf(result.value) as never;
  };
  const isLeft = () => run(() => !('isFormer' in window) && document.readyState === 'complete').catch(() => false);
  return {
    complaints,
    open: async (url) => {
      await run(() => void Object.assign(window, { isFormer: true }));
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
      // Firefox answers while the former document is still there when that one replaces its history entry meanwhile.
      await vi.waitUntil(isLeft, { timeout: 20_000 });
    },
    run,
    perform: (actions) => send('input.performActions', { context, actions }),
    attach: async (selector, file) => {
      const { result } = await call('(selector) => document.querySelector(selector)', selector);
      await send('input.setFiles', { context, element: { sharedId: result.sharedId }, files: [file] });
    },
    close: async () => {
      const ended = once(child, 'exit');
      await send('browser.close', {}).catch(kill);
      await ended;
      process.off('exit', kill);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function addressOf(stderr: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(stderr)) {
    const [, address] = /WebDriver BiDi listening on (\S+)/.exec(line) ?? [];
    if (address) {
      stderr.resume();
      return `${address}/session`;
    }
  }
  throw new Error('Firefox ended before it listened.');
}

interface Answer {
  id?: number;
  method?: string;
  params: { level?: string; text?: string };
  result: { context: string; result: { value: string; sharedId: string } };
  error?: string;
  message?: string;
}

async function connect(address: string, onLog: (entry: Answer['params']) => void) {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<number, PromiseWithResolvers<Answer['result']>>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error, message } = JSON.parse(data) as Answer;
    if (method === 'log.entryAdded') onLog(params);
    const asked = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    if (error) asked?.reject(new Error(`${error}: ${message}`));
    else asked?.resolve(result);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection.'));
  });
  return (method: string, params: object): Promise<Answer['result']> => {
    last += 1;
    const asked = Promise.withResolvers<Answer['result']>();
    waiting.set(last, asked);
    socket.send(JSON.stringify({ id: last, method, params }));
    return asked.promise;
  };
}
