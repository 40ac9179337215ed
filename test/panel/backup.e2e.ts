import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { recordElsewhere } from '../../ops/backup/elsewhere/state.ts';
import { recordBackup } from '../../ops/backup/state.ts';
import { expectNoComplaints, findBarriers } from '../rig/browser/panel.ts';
import { needBrowserOn, needProcess } from '../rig/needs.ts';
import { openDatabaseOf } from '../rig/server.ts';

const elsewhere = await mkdtemp(path.join(tmpdir(), 'rampa-elsewhere-'));
const panel = await needBrowserOn(await needProcess({ env: { BACKUP_TO: elsewhere } }));

test('the overview makes a copy, tries it, and says what is wrong and what to do', async () => {
  const page = await panel.open('/admin');
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Резервные копии' }) });
  const check = card.getByRole('button', { name: 'Проверить' });
  await card.getByText('Копий ещё нет').waitFor();
  await expect.poll(() => check.isDisabled()).toBe(true);
  await card.getByRole('button', { name: 'Сделать копию сейчас' }).click();
  await card.getByText('Копия есть').waitFor();
  await card.getByText(`${elsewhere}: 1 копия`).waitFor();
  await check.click();
  await card.getByText('восстанавливается, всё совпало').waitFor();
  const db = await openDatabaseOf(panel.server);
  const at = new Date().toISOString();
  await recordBackup(db, {
    drill: { at, file: 'x.tar', madeAt: null, problem: 'Резервная копия повреждена: картинка.' },
  });
  await page.reload();
  await card.getByText('Копия не восстанавливается').waitFor();
  await card.getByText('Сделайте новую копию').waitFor();
  await card.getByRole('button', { name: 'Сделать копию сейчас' }).click();
  await card.getByText('Новая копия ещё не проверена').waitFor();
  await check.click();
  await card.getByText('восстанавливается, всё совпало').waitFor();
  await card.getByText(`${elsewhere}: 2 копии`).waitFor();
  await recordElsewhere(db, { failure: { at, message: `Папки ${elsewhere} из BACKUP_TO нет: диск не подключён.` } });
  await page.reload();
  await card.getByText('Копия есть только здесь').waitFor();
  await card.getByText('Сервер попробует снова сам').waitFor();
  const message = `На диске не хватило места: /srv/${'rampa-backups'.repeat(12)}. Освободите место и повторите.`;
  await recordBackup(db, { failure: { at, message } });
  await db.destroy();
  await page.reload();
  await card.getByText('Копия не удалась').waitFor();
  // A path has no places to break at: what to do about it must be seen all the same.
  const advice = card.getByText('Устраните причину');
  expect(await advice.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
  expectNoComplaints(page);
});
