import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { generatePassword } from '../../model/admins/first-admin.ts';
import type { AppOptions } from '../app.ts';
import { demoStream } from './stream.ts';

export async function demoConfig(config: Config): Promise<Config> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rampa-demo-'));
  const backupDir = path.join(dataDir, 'backups');
  const adminPassword = config.adminPassword ?? generatePassword();
  return {
    ...config,
    dataDir,
    backupDir,
    backupTo: undefined,
    alertUrl: undefined,
    databaseUrl: undefined,
    adminPassword,
  };
}

export const demoRoutes: Pick<AppOptions, 'extend'> = {
  extend: async (app) => void (await app.register(demoStream)),
};

/** Russian for a person at the terminal, English for the log. */
export function demoLines({ adminUsername, adminPassword }: Config, hasTerminal: boolean): string[] {
  if (!hasTerminal) return [`Demo festival: administrator ${adminUsername}, password ${adminPassword}.`];
  return [
    `Администратор: ${adminUsername}`,
    `Пароль:        ${adminPassword}`,
    'Это показательный фестиваль: с остановкой сервера всё в нём исчезнет.',
  ];
}

export async function removeDemo({ dataDir }: Config): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
}
