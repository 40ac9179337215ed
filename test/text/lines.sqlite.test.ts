import { expect, test } from 'vitest';
import { needSite } from '../rig/needs.ts';

const t = await needSite();

const GIVEN = ' Песни\u0007 «Рампы\u202e»\u200b\n за\u00a0200\u202f000  👩‍🎤 ';
const KEPT = 'Песни «Рампы» за\u00a0200\u202f000 👩‍🎤';

async function sent(method: 'POST' | 'PUT', url: string, body: object) {
  const answer = await t.editor(method, url, body);
  expect([url, answer.statusCode]).toEqual([url, method === 'POST' ? 201 : 200]);
  return answer.json();
}

test('a text of one line is stored without line breaks, control characters and changes of direction', async () => {
  const fields = { title: GIVEN, lead: GIVEN, socialTitle: GIVEN, coverAlt: GIVEN };
  const article = await sent('POST', '/api/admin/news', fields);
  expect([article.title, article.lead, article.socialTitle, article.coverAlt]).toEqual(Array(4).fill(KEPT));
  expect((await sent('POST', '/api/admin/groups', { name: GIVEN })).name).toBe(KEPT);
  const partner = await sent('POST', '/api/admin/partners', { name: GIVEN, group: GIVEN, advertiser: GIVEN });
  expect([partner.name, partner.group, partner.advertiser]).toEqual([KEPT, KEPT, KEPT]);
  const watch = { title: GIVEN, description: 'О концерте', sources: [{ title: GIVEN }] };
  expect(await sent('PUT', '/api/watch-settings', watch)).toMatchObject({ title: KEPT, sources: [{ title: KEPT }] });
  expect((await sent('PUT', '/api/vote-settings', { title: GIVEN })).title).toBe(KEPT);
});

test('longer texts keep their line breaks and lose the rest', async () => {
  const [given, kept] = ['Раз\u0007\u202e\n\n\tдва\u0000', 'Раз\n\n\tдва'];
  const vote = await sent('PUT', '/api/vote-settings', { description: given });
  const watch = await sent('PUT', '/api/watch-settings', { title: 'Эфир', description: given });
  const texts = await sent('PUT', '/api/site-content', { about_text: given });
  expect([vote.description, watch.description, texts.about_text]).toEqual([kept, kept, kept]);
});
