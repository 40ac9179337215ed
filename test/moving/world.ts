import path from 'node:path';
import { vi } from 'vitest';
import { rampa } from '../../cli/rampa.ts';
import type { TestApp } from '../rig/app.ts';
import { needFolder } from '../rig/needs.ts';
import { fillSite } from '../rig/world/backups.ts';

export const ORIGIN = 'https://festival.example';

/** With one of everything that may be taken along, and what must not be. Addresses of its uploads. */
export async function fillForMoving(site: TestApp): Promise<string[]> {
  const urls = await fillSite(site);
  const add = (fields: object) => site.editor('POST', '/api/admin/news', fields);
  const [cover] = urls;
  const title = 'Итоги «a]]>b» & <b>';
  const body = { coverImageUrl: cover, content: BODY };
  await add({ title, slug: 'first', tags: ['За сценой'], subtitle: 'Кто ]]> где', ...body });
  await site.editor('PUT', '/api/admin/news/first', { title, slug: 'results', lead: 'Победитель назван' });
  await add({ title: 'Черновик', slug: 'draft', status: 'draft' });
  await add({ title: 'Позже', slug: 'later', status: 'scheduled', publishAt: '2040-01-02T03:04:05Z' });
  await add({ title: 'Корзина', slug: 'gone' });
  await site.editor('DELETE', '/api/admin/news/gone');
  const rules = { title: 'Правила', slug: 'rules', content: '<p>Правила песен</p>', place: 'footer' };
  await site.editor('POST', '/api/admin/pages', rules);
  return urls;
}

const BODY =
  '<p>Победили <a href="/news/draft">все</a></p>' +
  '<figure class="embed" data-provider="rutube" data-id="20190817201908172019081720190817"><a href="https://rutube.ru/video/20190817201908172019081720190817/">Финал</a></figure>';

/** A command of `rampa` in this process, with the settings of the site. */
export async function command({ config }: TestApp, ...args: string[]) {
  vi.stubEnv('DATA_DIR', config.dataDir);
  vi.stubEnv('DATABASE_URL', config.databaseUrl);
  vi.stubEnv('PUBLIC_URL', ORIGIN);
  const said = { out: '', err: '' };
  for (const [stream, name] of [
    [process.stdout, 'out'],
    [process.stderr, 'err'],
  ] as const)
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      said[name] += text;
      return true;
    });
  try {
    return { code: await rampa(args), ...said };
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
}

export const exportSite = (site: TestApp, ...args: string[]) => command(site, 'export', ...args);

export const freePlace = async (name = 'export'): Promise<string> => path.join(await needFolder(), name);
