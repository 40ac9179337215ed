import { chmodSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import type { Backups } from '../../app/ui/admin/loading/use-backups.ts';
import { recordBackup, recordElsewhere } from '../../ops/backup/state.ts';
import { card, click, expectNoComplaints, findBarriers, follow, PHONE } from '../rig/browser/panel.ts';
import { needBrowserOn, needFolder, needProcess } from '../rig/needs.ts';
import { openDatabaseOf } from '../rig/server.ts';
import { listen } from '../rig/sockets.ts';

const receiver = createServer((_request, response) => void response.end());
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});
const ALERT_URL = `http://127.0.0.1:${await listen(receiver)}/hook`;
const elsewhere = await needFolder();
const env = { ALERT_URL, ALERT_SECRET: 'of-the-receiver-here', BACKUP_TO: elsewhere };
const panel = await needBrowserOn(await needProcess({ env }));

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const needy = (page: Page) => region(page, 'Требует внимания');

test('what needs a hand stands first, with what to do; after that it can be looked at anew and copied', async () => {
  const page = await panel.open('/admin/doctor');
  await needy(page).getByText('Задайте адрес сайта: PUBLIC_URL=').waitFor();
  await region(page, 'База данных')
    .getByText(/^SQLite \d/)
    .waitFor();
  expect(await region(page, 'Права на данные').count()).toBe(0);

  chmodSync(panel.server.dataDir, 0o777);
  await click(page, 'Проверить заново', needy(page).getByText(`chmod 700 ${panel.server.dataDir}`));
  await expect.poll(() => needy(page).getByRole('listitem').first().textContent()).toContain('Права на данные');
  await page.getByRole('status').filter({ hasText: 'Нужно вмешаться: 1 неполадка' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);

  const alerts = region(page, 'Пробное оповещение');
  await click(alerts, 'Отправить пробное оповещение', 'Пробное оповещение дошло до получателя.');
  await region(page, 'Оповещения').getByText('Последнее дошло').waitFor();

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await click(page, 'Скопировать отчёт', 'Отчёт скопирован.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^Состояние на .+: беда$/m);
  expect(copied).toContain(`→ Закройте папку от остальных: chmod 700 ${panel.server.dataDir}`);
  expectNoComplaints(page);
});

test('the overview tells of what is bad, and of nothing else', async () => {
  chmodSync(panel.server.dataDir, 0o777);
  await panel.call('GET', '/admin/doctor?fresh');
  const page = await panel.open('/admin', { viewport: PHONE });
  const notice = region(page, 'Неполадки на сервере');
  await notice.getByText('На сервере неполадки: Права на данные').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  chmodSync(panel.server.dataDir, 0o700);
  await notice.getByRole('link', { name: 'Что делать' }).click();
  await click(page, 'Проверить заново', 'Сайт работает');
  await page.goto(`${panel.server.origin}/admin`);
  await page.getByRole('heading', { level: 2, name: 'Новости' }).waitFor();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => notice.count()).toBe(0);
  expectNoComplaints(page);
});

test('a copy is made and tried from there, and from the overview, and both say so at once; the overview says what is wrong with the copies, and leads to what to do', async () => {
  const page = await panel.open('/admin');
  const overview = card(page, 'Резервные копии');
  await overview.getByText('Копий ещё нет').waitFor();
  expect(await overview.getByRole('button', { name: 'Проверить' }).count()).toBe(0);
  const copies = region(page, 'Резервные копии');
  await follow(page, 'Проверка сайта', needy(page).getByText('Ни одной копии ещё нет'));
  expect(await needy(page).getByText('npm run rampa -- backup').count()).toBe(0);
  await needy(page).getByRole('button', { name: 'Сделать копию' }).first().click();
  await copies.getByText(/^Сделана /).waitFor();
  await expect.poll(() => page.getByText('Ни одной копии ещё нет').count()).toBe(0);
  await needy(page).getByText('Копию ещё не пробовали восстановить').waitFor();

  const copied = async () => (await panel.read<Backups>('/admin/backup')).elsewhere?.copied?.count;
  await expect.poll(copied).toBe(1);
  await follow(page.getByRole('complementary'), 'Обзор', overview.getByText('Копия есть'));
  await click(overview, 'Проверить', 'восстанавливается, всё совпало');
  await follow(page, 'Проверка сайта', copies.getByText('копию восстановили на пробу и сравнили: всё совпало.'));
  const work = region(page, 'Работы по расписанию').getByRole('listitem');
  await work.filter({ hasText: 'Проба копии' }).getByText('В последний раз сделано').waitFor();
  expect(await findBarriers(page)).toEqual([]);

  await panel.call('POST', '/admin/admins', { username: 'Новичок', password: 'korabl-na-ladoge-21' });
  await page.reload();
  await needy(page).getByText('Ещё ни разу не входили: Новичок').waitFor();

  await follow(page.getByRole('complementary'), 'Обзор', overview.getByText('Копия есть'));
  const db = await openDatabaseOf(panel.server);
  const at = new Date().toISOString();
  const problem = 'Резервная копия повреждена: картинка.';
  await recordBackup(db, { drill: { at, file: 'x.tar', madeAt: null, problem } });
  await page.reload();
  await overview.getByText('Проверка не прошла').waitFor();
  await click(overview, 'Проверить', 'восстанавливается, всё совпало');
  await recordElsewhere(db, { failure: { at, message: `Папки ${elsewhere} из BACKUP_TO нет: диск не подключён.` } });
  await page.reload();
  await overview.getByText('Копия есть только здесь').waitFor();
  await recordBackup(db, { failure: { at, message: 'На диске не хватило места.' } });
  await db.destroy();
  await page.reload();
  await overview.getByText('Копия не удалась').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await follow(overview, 'Что делать', page.getByRole('button', { name: 'Проверить заново' }));
  await click(page, 'Проверить заново', needy(page).getByText('На диске не хватило места.'));
  expectNoComplaints(page);
});
