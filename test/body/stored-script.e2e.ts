import { expect, test } from 'vitest';
import { needBrowser } from '../rig/needs.ts';

const { site, server, visit } = await needBrowser();

test('a script that got into a stored body past every filter does not run, and the page works', async () => {
  await site.editor('POST', '/api/admin/news', { title: 'Финал', slug: 'final', content: '<p>Текст</p>' });
  const content = [
    '<p>Текст</p><script>document.documentElement.dataset.ran = "1"</script>',
    '<script type="module">document.documentElement.dataset.ran = "2"</script>',
    '<script type="text/plain" data-hydration>document.documentElement.dataset.ran = "3"</script>',
    '<img src="data:," onerror="document.documentElement.dataset.ran = 4">',
    '<style>h1 { display: none }</style>',
  ].join('');
  await site.store.db.updateTable('articles').set({ content }).where('slug', '=', 'final').execute();
  await site.editor('PUT', '/api/admin/news/final', { date: '2025-07-20' });
  const page = await visit(`${server.origin}/news/final`, { viewport: { width: 1280, height: 900 } });
  await expect.poll(() => page.complaints.join('\n')).toMatch(/script-src/);
  expect(page.complaints.join('\n')).toMatch(/style-src/);
  await page.getByRole('heading', { level: 1, name: 'Финал' }).waitFor();
  // Our own inline scripts ran: the document is marked, the consent question works.
  await page.getByRole('button', { name: /Отклонить/ }).click();
  await page.waitForTimeout(500);
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.ran)).toBeUndefined();
  await page.goto(`${server.origin}/admin/login`);
  await page.getByLabel('Имя пользователя').waitFor();
});
