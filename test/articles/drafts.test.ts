import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../rig/app.ts';
import { createTeam } from '../rig/world/editors.ts';

let t: TestApp;
let vera: TestApp['editor'];
beforeAll(async () => {
  ({ t, vera } = await createTeam());
});
afterAll(() => t.close());

const NEWS = '/api/admin/news';
const LATER = '2999-01-01T00:00:00.000Z';
const draft = (slug: string, fields: object = {}) =>
  t.editor('POST', NEWS, { title: slug, slug, status: 'draft', content: '<p>0</p>', ...fields });
const autosave = (slug: string, content: string, by = t.editor) =>
  by('PUT', `${NEWS}/${slug}`, { content: `<p>${content}</p>`, autosave: true });
const history = async (slug: string) => {
  const lines = (await t.editor('GET', `${NEWS}/${slug}/revisions`)).json();
  return lines.map((line: { version: number; savedBy: string; autosaved: boolean }) => [
    line.version,
    line.savedBy,
    line.autosaved,
  ]);
};
/** Moves the start of the run of autosaves back by minutes. */
async function age(slug: string, minutes: number): Promise<void> {
  const autosaved_from = new Date(Date.now() - minutes * 60_000).toISOString();
  const { id } = (await t.editor('GET', `${NEWS}/${slug}`)).json();
  await t.store.db
    .updateTable('revisions')
    .set({ autosaved_from })
    .where('article_id', '=', id)
    .where('autosaved_from', 'is not', null)
    .execute();
}

describe('an autosave', () => {
  test('is a save with a version of its own, and its run makes one revision in ten minutes', async () => {
    await draft('run');
    for (const text of ['1', '2', '3']) await autosave('run', text);
    expect((await t.editor('GET', `${NEWS}/run`)).json()).toMatchObject({ version: 4, content: '<p>3</p>' });
    expect(await history('run')).toEqual([
      [4, 'admin', true],
      [1, 'admin', false],
    ]);
    await age('run', 11);
    await autosave('run', '4');
    await autosave('run', '5');
    expect(await history('run')).toEqual([
      [6, 'admin', true],
      [4, 'admin', true],
      [1, 'admin', false],
    ]);
    expect((await t.editor('GET', `${NEWS}/run/revisions/4`)).json().content).toBe('<p>3</p>');
  });

  test('replaces neither another person’s nor what somebody saved', async () => {
    await draft('people');
    await autosave('people', '1');
    await autosave('people', '2', vera);
    await vera('PUT', `${NEWS}/people`, { title: 'Сохранено' });
    await autosave('people', '3', vera);
    expect(await history('people')).toEqual([
      [5, 'vera', true],
      [4, 'vera', false],
      [3, 'vera', true],
      [2, 'admin', true],
      [1, 'admin', false],
    ]);
  });

  test('is in the audit log once in a run', async () => {
    await draft('logged');
    for (const text of ['1', '2', '3']) await autosave('logged', text);
    const entries = (await t.editor('GET', '/api/admin/journal?limit=100')).json() as Record<string, string>[];
    expect(entries.filter(({ subject }) => subject === 'logged').map(({ action }) => action)).toEqual([
      'article.update',
      'article.create',
    ]);
  });

  test('touches nothing but drafts: 409, and nothing changes', async () => {
    await draft('planned', { status: 'scheduled', publishAt: LATER });
    await draft('public', { status: 'published' });
    await draft('hidden');
    const answers = [
      await autosave('planned', '1'),
      await autosave('public', '1'),
      await t.editor('PUT', `${NEWS}/hidden`, { autosave: true, status: 'published' }),
      await t.editor('POST', NEWS, { title: 'Сразу', slug: 'at-once', autosave: true }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 409]);
    for (const slug of ['planned', 'public', 'hidden']) {
      expect((await t.editor('GET', `${NEWS}/${slug}`)).json()).toMatchObject({ version: 1, content: '<p>0</p>' });
    }
    expect((await t.editor('GET', `${NEWS}/at-once`)).statusCode).toBe(404);
  });

  test('with a stale If-Match is refused by 412, like other saves, and changes nothing', async () => {
    await draft('stale');
    await vera('PUT', `${NEWS}/stale`, { title: 'Её' });
    const refused = await t.editor('PUT', `${NEWS}/stale`, { title: 'Моё', autosave: true }, { 'if-match': '"1"' });
    expect(refused.statusCode).toBe(412);
    expect((await t.editor('GET', `${NEWS}/stale`)).json()).toMatchObject({ title: 'Её', version: 2 });
  });
});

describe('a slug that follows the title', () => {
  test('is made anew, stays where it fits, and the former one leads to it', async () => {
    await t.editor('POST', NEWS, { title: 'Финал года', status: 'draft' });
    const { slug } = (await t.editor('POST', NEWS, { title: 'Фин', status: 'draft' })).json();
    const follow = async (from: string, title: string) =>
      (await t.editor('PUT', `${NEWS}/${from}`, { title, slugFollows: true })).json().slug;
    expect(slug).toBe('fin');
    expect(await follow('fin', 'Финал года')).toBe('final-goda-2');
    expect(await follow('fin', 'Финал года')).toBe('final-goda-2');
    expect(await follow('final-goda-2', 'Финал')).toBe('final');
    expect((await t.editor('GET', `${NEWS}/fin`)).json().slug).toBe('final');
    await t.editor('PUT', `${NEWS}/final`, { status: 'published' });
    expect(await follow('final', 'Другое')).toBe('final');
  });
});

describe('the planned time of a draft', () => {
  test('is kept and shown to editors, publishes nothing, and ends with publication', async () => {
    const { plannedAt, publishAt, status } = (await draft('plan', { plannedAt: LATER })).json();
    expect({ plannedAt, publishAt, status }).toEqual({ plannedAt: LATER, publishAt: null, status: 'draft' });
    expect((await t.editor('PUT', `${NEWS}/plan`, { title: 'Дальше' })).json().plannedAt).toBe(LATER);
    const out = (await t.editor('PUT', `${NEWS}/plan`, { status: 'published' })).json();
    expect(out.plannedAt).toBeNull();
    expect((await t.visitor('GET', '/api/news/plan')).json()).not.toHaveProperty('plannedAt');
    expect((await t.editor('PUT', `${NEWS}/plan`, { status: 'draft', plannedAt: LATER })).json().plannedAt).toBe(LATER);
    expect((await t.editor('PUT', `${NEWS}/plan`, { plannedAt: null })).json().plannedAt).toBeNull();
  });
});
