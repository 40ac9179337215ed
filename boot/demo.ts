import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '../config.ts';
import { generatePassword } from '../model/admins/admins.ts';
import type { AppOptions } from './app.ts';
import { demoStream } from './demo-stream.ts';

/** The demo lives in a directory of its own that goes when it stops, whatever is configured for the real site. */
export async function demoConfig(config: Config): Promise<Config> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rampa-demo-'));
  const backupDir = path.join(dataDir, 'backups');
  const adminPassword = config.adminPassword ?? generatePassword();
  return { ...config, dataDir, backupDir, databaseUrl: undefined, adminPassword };
}

/** The broadcast of the demo festival. */
export const demoRoutes: Pick<AppOptions, 'extend'> = {
  extend: async (app) => void (await app.register(demoStream)),
};

/** What the person who started the demo has to know. */
export function demoLines({ adminUsername, adminPassword }: Config): string[] {
  return [
    `Administrator: ${adminUsername}`,
    `Password:      ${adminPassword}`,
    'This is a demo festival: all of it is thrown away when you stop it.',
  ];
}

export async function removeDemo({ dataDir }: Config): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
}
