import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '../config.ts';
import { generatePassword } from '../model/admins/admins.ts';
import type { AppOptions } from './app.ts';
import { demoStream } from './demo-stream.ts';

export async function demoConfig(config: Config): Promise<Config> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rampa-demo-'));
  const backupDir = path.join(dataDir, 'backups');
  const adminPassword = config.adminPassword ?? generatePassword();
  return { ...config, dataDir, backupDir, databaseUrl: undefined, adminPassword };
}

export const demoRoutes: Pick<AppOptions, 'extend'> = {
  extend: async (app) => void (await app.register(demoStream)),
};

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
