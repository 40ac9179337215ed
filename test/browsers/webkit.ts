import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../rig/sockets.ts';
import { findWebKit } from './installed.ts';
import { resultOf, scriptOf, type Tab, type TabOptions } from './tab.ts';

/** Key of an element in answers: https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** WebKitGTK's MiniBrowser on a screen of its own (Xvfb), as large as the page: https://www.w3.org/TR/webdriver2/ */
export async function openWebKit({ width, height, autoplay }: TabOptions): Promise<Tab> {
  const { driver, miniBrowser } = findWebKit();
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const port = await freePort();
  const [display] = await once(screen.stdout, 'data');
  const session = spawn('dbus-run-session', ['--', driver, `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, DISPLAY: `:${String(display).trim()}`, NO_AT_BRIDGE: '1' },
  });
  const kill = () => {
    killGroup(session);
    screen.kill();
  };
  process.once('exit', kill);
  const send = await connect(`http://127.0.0.1:${port}`, {
    binary: miniBrowser,
    args: ['--automation', '--full-screen', `--autoplay-policy=${autoplay ? 'allow' : 'deny'}`],
  });
  await send('POST', '/window/rect', { x: 0, y: 0, width, height });
  return {
    complaints: [],
    open: (url) => send('POST', '/url', { url }),
    run: async (inPage, ...given) => {
      const json = await send('POST', '/execute/sync', { script: scriptOf(inPage), args: [JSON.stringify(given)] });
      return resultOf(String(json)) as never;
    },
    perform: (actions) => send('POST', '/actions', { actions }),
    attach: async (selector, file) => {
      const element = await send('POST', '/element', { using: 'css selector', value: selector });
      await send('POST', `/element/${(element as Record<string, string>)[ELEMENT]}/value`, { text: file });
    },
    close: async () => {
      await send('DELETE', '');
      const ended = Promise.all([once(session, 'exit'), once(screen, 'exit')]);
      kill();
      await ended;
      process.off('exit', kill);
    },
  };
}

type Send = (method: string, address: string, body?: object) => Promise<unknown>;

async function connect(origin: string, browser: object): Promise<Send> {
  const call = async (method: string, address: string, body?: object) => {
    const answer = await fetch(origin + address, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${method} ${address}: ${JSON.stringify(value)}`);
    return value;
  };
  while (!(await fetch(`${origin}/status`).catch(() => undefined))?.ok) await sleep(50);
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browser } };
  const { sessionId } = (await call('POST', '/session', { capabilities })) as { sessionId: string };
  return (method, address, body) => call(method, `/session/${sessionId}${address}`, body);
}

/** The bus, the driver and the browser are one process group. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGTERM');
  } catch {
    // All of them have ended.
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  return port;
}
