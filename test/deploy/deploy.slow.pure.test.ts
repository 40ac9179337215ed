import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../config.ts';
import { assertFits } from '../../deploy/check/compose.ts';
import { execForm, lastStep, parseDockerfile, variablesOf } from '../../deploy/check/dockerfile.ts';
import { TOO_LARGE } from '../../http/errors.ts';
import { canMount } from '../rig/database/small-disk.ts';
import { listen } from '../rig/sockets.ts';
import { foundIn } from '../rig/words.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
/** Variables of Node, of glibc, of the shell, of command.ts and of other programs. */
const OF_OTHERS = 'NODE_ENV NODE_COMPILE_CACHE PATH MALLOC_MMAP_THRESHOLD_ RCLONE_CONFIG RAMPA_COMMAND'.split(' ');

const stages = parseDockerfile(read('deploy/Dockerfile'));
const image = stages.at(-1) ?? expect.fail('no stage');

test('the Dockerfile starts Node itself, as npm start does, so that signals reach it, as a numbered user who is not root', () => {
  expect(execForm(lastStep(image, 'CMD')?.rest ?? '')?.join(' ')).toBe(scripts.start);
  expect(execForm(lastStep(image, 'HEALTHCHECK')?.rest.replace(/^.*CMD/, '') ?? '')?.[0]).toBe('node');
  expect(lastStep(image, 'USER')?.rest).toMatch(/^[1-9]\d+:[1-9]\d+$/);
});

test('the Dockerfile sets only variables that exist, and the server takes them', () => {
  const variables = variablesOf(image);
  expect(unknown(Object.keys(variables))).toEqual([]);
  expect(readConfig(variables)).toMatchObject({ host: '0.0.0.0', dataDir: '/data' });
});

test('the Dockerfile takes the whole folder of a release, but no data and no secret that lie in it', () => {
  const copied = image.steps.filter(({ keyword }) => keyword === 'COPY').map(({ rest }) => rest);
  expect([stages.length, copied]).toEqual([1, ['. .']]);
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['data', '.env', 'deploy/.env']));
});

describe('compose.yaml', () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true });

  test('fits the schema of the Compose specification', () => {
    const text = read('deploy/compose.yaml');
    assertFits(text);
    const wrong = text.replace('healthcheck:', 'health-check:');
    expect(() => assertFits(wrong)).toThrow('must NOT have additional properties');
  });
  const filled = { POSTGRES_PASSWORD: 'a1b2c3', SITE: 'song.example', ADMIN_PASSWORD: 'первый пароль сцены' };

  test('gives both servers variables that exist, and they take them', () => {
    for (const name of ['site-1', 'site-2']) {
      const environment = services[name].environment as Record<string, string>;
      expect(unknown(Object.keys(environment))).toEqual([]);
      const values = Object.entries(environment).map(([key, value]) => [key, fill(value, filled)]);
      expect(readConfig(Object.fromEntries(values))).toMatchObject({ publicUrl: 'https://song.example' });
    }
  });

  test('lets no container take the whole memory, tells a dead nginx, and says how people type the commands', () => {
    // The servers' check is in the Dockerfile.
    for (const [name, service] of Object.entries<Used>(services))
      expect({ name, memory: service.mem_limit, isChecked: service.healthcheck !== undefined }).toEqual({
        name,
        memory: name === 'front' ? '256m' : '1g',
        isChecked: !name.startsWith('site-'),
      });
    expect(services['site-1'].environment.RAMPA_COMMAND).toMatch(/ exec site-1 rampa$/);
  });

  test('asks for exactly what the example of its settings holds', () => {
    const asked = new Set(foundIn(read('deploy/compose.yaml'), /(?<!\$)\$\{(\w+)/g));
    const offered = foundIn(read('deploy/env.example'), /^(\w+)=/gm);
    expect([...asked].toSorted()).toEqual(offered.toSorted());
  });
});

describe('the units of systemd', () => {
  const service = read('deploy/systemd/rampa.service');
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(service)?.[1];

  test('start what npm start starts, with variables that exist, and say how people type the commands', () => {
    expect(value('ExecStart')).toBe(`/opt/rampa/current/bin/${scripts.start}`);
    expect(service).toMatch(/^Environment="RAMPA_COMMAND=sudo rampa"$/m);
    const names = (value('Environment') ?? '').split(' ').map((pair) => pair.split('=')[0] ?? '');
    expect(unknown(names)).toEqual([]);
  });

  test('give it time to end and to start again, room for its connections, and hold the socket that the proxies ask', () => {
    expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(25);
    expect(Number(value('RestartSteps'))).toBeGreaterThan(10);
    expect(Number(value('LimitNOFILE'))).toBeGreaterThan(2 * 12_000);
    const [, address] = /^ListenStream=(.*)$/m.exec(read('deploy/systemd/rampa.socket')) ?? [];
    expect(read('deploy/nginx.conf')).toContain(`server ${address} max_fails=0;`);
    expect(read('deploy/Caddyfile')).toContain(`reverse_proxy ${address} {`);
    expect(service).toMatch(/^Requires=rampa\.socket$/m);
  });

  test.each([
    ['lose a picture and not the server when memory runs out', 'MemoryHigh=75% MemoryMax=85% OOMPolicy=continue'],
    ['wait longer from try to try, without end', 'Restart=always RestartSec=1 RestartMaxDelaySec=60'],
    ['close off what the server does not need', 'NoNewPrivileges=true ProtectSystem=strict User=rampa'],
    ['do not close off what Node needs', 'MemoryDenyWriteExecute=false'],
  ])('%s', (_what, lines) => expect(service.split('\n')).toEqual(expect.arrayContaining(lines.split(' '))));
});

describe('the command beside the units takes the settings of the server', () => {
  function run(args: string[], own: NodeJS.ProcessEnv = {}) {
    const env = { PATH: process.env.PATH, RAMPA_HOME: ROOT, RAMPA_ENV: '/nonexistent/rampa.env', ...own };
    return spawnSync('/bin/sh', ['deploy/systemd/rampa', ...args], { cwd: ROOT, env, encoding: 'utf8' });
  }
  function ask(settings: string, own: NodeJS.ProcessEnv = {}) {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'rampa-command-')), 'rampa.env');
    writeFileSync(file, settings);
    return run(['admin', 'list'], { RAMPA_ENV: file, RAMPA_USER: userInfo().username, ...own });
  }

  test('such as where its data are, unless the caller sets something else', () => {
    const { status, stderr } = ask('# settings\nPUBLIC_URL=https://song.example\nDATA_DIR=/tmp/rampa-nowhere');
    expect([status, stderr]).toEqual([1, expect.stringContaining('/tmp/rampa-nowhere/rampa.sqlite')]);
    const other = ask('DATA_DIR=/tmp/rampa-nowhere\nPORT=abc\n', { DATA_DIR: '/tmp/rampa-else', PORT: '1' });
    expect(other.stderr).toContain('/tmp/rampa-else/rampa.sqlite');
  });

  test('and says so when it may not read them', () => {
    const { status, stderr } = ask('', { RAMPA_ENV: '/nonexistent/rampa.env' });
    const said = process.getuid?.() === 0 ? /Файла настроек .* нет\. Создайте/ : /через sudo: sudo rampa admin list\n$/;
    expect([status, stderr]).toEqual([1, expect.stringMatching(said)]);
  });

  test('which help and version do not need', () => {
    for (const line of ['--help', '-h', 'help backup', 'backup list --help', 'admin -h', '--version']) {
      const { status, stdout, stderr } = run(line.split(' '));
      expect([line, status, stderr, stdout]).toEqual([line, 0, '', expect.stringMatching(/^rampa /)]);
    }
    // Nor does no command at all.
    expect(run([])).toMatchObject({ status: 2, stdout: '' });
  });

  test('to the letter, whatever a shell would make of them', () => {
    const address = 'postgres://rampa:$HOME`x`@127.0.0.1:1/rampa?sslmode=disable&connect_timeout=1';
    const others = 'ADMIN_PASSWORD=первый пароль сцены\nMETRICS_TOKEN="for-prometheus-only"\n';
    const { status, stderr } = ask(`${others}DATABASE_URL=${address}\n`);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^База данных не отвечает \(.*ECONNREFUSED.*\)\.\n$/)]);
  });
});

const conf = read('deploy/nginx.conf');

test('nginx sends a change once to the one server, and asks every server for a script', () => {
  const serversOf = (name: string) =>
    new RegExp(`^upstream ${name} \\{([^}]*)\\}`, 'm').exec(conf)?.[1]?.match(/^ +server /gm);
  // With a single entry there is nobody to send a PUT or DELETE to once more.
  expect([serversOf('rampa')?.length, serversOf('rampa_changes')?.length]).toEqual([3, 1]);
  expect(conf).toMatch(/map \$request_method \$rampa_way \{\s*default rampa_changes;\s*GET rampa;\s*HEAD rampa;\s*\}/);
  expect(conf).toMatch(/location \/ \{\s*proxy_pass http:\/\/\$rampa_way;/);
  expect(conf).toMatch(/location \/assets\/ \{[^}]*proxy_next_upstream error timeout http_404;/);
});

test('nginx keeps nothing for those who asked for pages without spoilers, whose plain addresses redirect', () => {
  expect(conf).toContain('"~(^|;\\s*)rampa\\.spoilers=hide(;|$)" 1;');
  for (const name of ['proxy_no_cache', 'proxy_cache_bypass'])
    expect(new RegExp(`^ *${name} .*\\$rampa_spoiler_free;`, 'm').test(conf), name).toBe(true);
});

test('nginx passes over no server that may be back already, and the guide shows its lists to the letter', () => {
  const directives = (text: string) => text.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
  const many = directives(read('deploy/nginx-many.conf'));
  const servers = many.filter((line) => line.startsWith('  server '));
  expect([servers.length, servers.filter((line) => !line.endsWith(':3000 max_fails=0;'))]).toEqual([6, []]);
  const [, shown = ''] = /^```nginx\n(.*?)^```/ms.exec(read('docs/ru/несколько-серверов.md')) ?? [];
  expect(directives(shown)).toEqual(many);
});

test('nginx lets through what the server takes', () => {
  const [, everywhere] = /^ {2}client_max_body_size (\d+)m;/m.exec(conf) ?? [];
  expect(Number(everywhere)).toBeGreaterThan(20);
  const [, addresses = ''] = /^ {2}location ~ (\^\S+) \{\n[^}]*client_max_body_size 0;/m.exec(conf) ?? [];
  for (const path of ['/api/upload', '/api/files', '/api/admin/import']) expect(path).toMatch(new RegExp(addresses));
});

test('nginx refuses what is too large with the words of the server', () => {
  expect(conf).toContain('error_page 413 @too_large;');
  const [, refusal = ''] = /return 413 '(.*)';/.exec(conf) ?? [];
  expect(TOO_LARGE).toMatchObject(JSON.parse(refusal));
});

const guides = readdirSync(path.join(ROOT, 'docs', 'ru')).map((name) => path.join('docs', 'ru', name));

test.each(guides)('%s names commands and variables that exist', (guide) => {
  const text = read(guide);
  expect(foundIn(text, /npm run ([\w:-]+)/g).filter((name) => !(name in scripts))).toEqual([]);
  const variables = foundIn(text, /^([A-Z][A-Z_]+)=/gm);
  const offered = read('deploy/env.example');
  expect(unknown(variables).filter((name) => !offered.includes(`${name}=`))).toEqual([]);
});

type Used = Partial<{ healthcheck: object; mem_limit: string }>;

function unknown(names: string[]): string[] {
  const known = new Set(OF_OTHERS);
  readConfig(new Proxy({}, { get: (_, name) => void known.add(String(name)) }));
  return names.filter((name) => !known.has(name));
}

/** `${NAME:?message}` and `${NAME:-value}`, as Compose fills them in. */
function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+)(?::[?-]([^}]*))?\}/g, (_, name, other = '') => values[name] ?? other);
}

describe.runIf(canMount())('the installation', () => {
  const STUBS = ['id', 'useradd', 'chgrp', 'chown'];

  let folder: string;
  let port: number;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'rampa-install-'));
    const probe = createServer();
    port = await listen(probe);
    await new Promise((resolve) => probe.close(resolve));
    for (const each of ['release/bin', 'release/deploy', 'stubs', 'etc/systemd/system', 'opt', 'local'])
      mkdirSync(path.join(folder, each), { recursive: true });
    cpSync(path.join(ROOT, 'deploy/systemd'), path.join(folder, 'release/deploy/systemd'), { recursive: true });
    const socket = path.join(folder, 'release/deploy/systemd/rampa.socket');
    writeFileSync(socket, readFileSync(socket, 'utf8').replace(':3000', `:${port}`));
    script('release/bin/rampa', 'echo "rampa 9.9.9"');
    script('release/bin/node', `exec ${process.execPath} "$@"`);
    for (const name of STUBS) script(`stubs/${name}`, name === 'id' ? 'echo 0' : ':');
  });

  function script(name: string, text: string): void {
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(path.join(folder, name), 0o755);
  }

  /** In a mount namespace: the machine's own /opt, /etc and /usr/local/bin stay as they are. */
  function install(name: string, serve: string) {
    script('stubs/systemctl', `case $1 in start) ${serve} ;; esac`);
    const mounts = ['opt /opt', 'etc /etc', 'local /usr/local/bin'].map((each) => `mount --bind ${folder}/${each}`);
    const inside = `${mounts.join(' && ')} && PATH=${folder}/stubs:$PATH exec ${folder}/release/deploy/systemd/install "$0"`;
    const { status, stdout, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', inside, name], {
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }

  const answering = (status: number) =>
    `${process.execPath} -e 'require("http").createServer((q, r) => r.writeHead(q.url === "/readyz" ? ${status} : 404).end())
      .listen(${port}, "127.0.0.1"); setTimeout(process.exit, 60000)' >/dev/null 2>&1 & echo $! >${folder}/pid`;
  const end = () => process.kill(Number(readFileSync(path.join(folder, 'pid'), 'utf8')));

  test.each([
    ['festival.example', 'https://festival.example'],
    ['https://festival.example', 'https://festival.example'],
    ['HTTPS://Festival.Example/', 'https://festival.example'],
    ['http://festival.example:8443/news', 'https://festival.example:8443'],
  ])('takes %s for the name of the site and says that it answers once it does', (name, address) => {
    const { status, stdout, stderr } = install(name, answering(200));
    end();
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`rampa 9.9.9 отвечает на 127.0.0.1:${port}`);
    // This site made none.
    expect(stdout).not.toContain('first-password');
    const settings = readFileSync(path.join(folder, 'etc/rampa.env'), 'utf8').trim().split('\n');
    const env = Object.fromEntries(settings.map((line) => line.split('=')));
    expect(readConfig(env)).toMatchObject({ publicUrl: address, trustProxy: ['127.0.0.1/32'] });
  });

  const NAMES = ['', 'https://', 'ftp://a.example', 'two words', 'me@a.example', 'a.example:port', 'a$b', "it's", '-x'];
  test.each(NAMES)('refuses «%s» and does nothing', (name) => {
    const { status, stdout, stderr } = install(name, ':');
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('festival.example\n')]);
  });

  test('claims nothing of a site that does not get ready', { timeout: 60_000 }, () => {
    const { status, stdout, stderr } = install('festival.example', answering(503));
    end();
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`за 30 секунд не ответил на http://127.0.0.1:${port}/readyz`);
  });
});
