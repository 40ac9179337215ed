import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readChange } from '../../db/change-counter.ts';
import { migrate } from '../../db/open.ts';
import type { Db } from '../../db/tables.ts';
import { readLog } from '../../model/live/log.ts';
import { currentStage } from '../../model/programme/stage.ts';
import { currentResults } from '../../model/results/results.ts';
import { needDatabase } from '../rig/needs.ts';

const at = (seconds: number) => new Date(Date.UTC(2025, 6, 20, 20, 0, seconds)).toISOString();
const AT = at(0);
const SECTIONS = JSON.stringify([
  {
    kind: 'jury',
    title: 'Жюри',
    mode: 'givers',
    givers: ['Томск', 'Псков'].map((name) => ({ name, points: [[1, 12]] })),
  },
]);

/** A night as it was kept before: presses of the stage and of the results in a log each, with undos and a restart. */
async function fill(db: Db): Promise<void> {
  await sql`update changes set version = 7`.execute(db);
  await sql`insert into shows (title, hall, starts_at, is_public, updated_at, version)
    values ('Финал', '', ${AT}, 1, ${AT}, 1)`.execute(db);
  await sql`insert into contestants (slug, name, song, authors, region, image_credit, text, is_withdrawn, updated_at, version)
    values ('anna', 'Анна', 'Заря', '', 'Томск', '', '', 0, ${AT}, 1)`.execute(db);
  await sql`insert into performances (show_id, contestant_id, position) values (1, 1, 1)`.execute(db);
  await sql`insert into results (show_id, sections, control_total, armed_at, updated_at, version)
    values (1, ${SECTIONS}, 24, ${AT}, ${AT}, 1)`.execute(db);
  const cue = (kind: string, second: number, by: string, key: string | null, undoes: number | null = null) =>
    sql`insert into cues (show_id, kind, contestant_id, at, by, key, undoes)
      values (1, ${kind}, ${kind === 'performance' ? 1 : null}, ${at(second)}, ${by}, ${key}, ${undoes})`.execute(db);
  const reveal = (
    kind: string,
    second: number,
    step: number | null,
    key: string | null,
    undoes: number | null = null,
  ) =>
    sql`insert into reveals (show_id, kind, step, at, by, key, undoes)
      values (1, ${kind}, ${step}, ${at(second)}, 'olga', ${key}, ${undoes})`.execute(db);
  await cue('performance', 1, 'olga', 'same-key');
  await cue('break', 2, 'igor', 'key-break');
  await cue('undo', 4, 'olga', null, 2);
  await reveal('arm', 3, null, null);
  await reveal('step', 5, 0, 'same-key');
  await reveal('restart', 6, null, null);
  await reveal('step', 7, 0, 'key-again');
  await reveal('step', 8, 1, 'key-second');
  await reveal('undo', 9, null, null, 5);
}

test('a night that was kept in two logs is one log afterwards: each row, its moment, its author, its undo', async () => {
  const { db } = await needDatabase();
  await migrate(db, '0020-rights');
  await fill(db);
  await migrate(db);

  const { entries } = await readLog(db);
  const rows = entries.map((each) => [each.part, each.kind, each.at, each.by, each.key, each.isUndone]);
  expect(rows).toEqual([
    ['stage', 'performance', at(1), 'olga', 'same-key', false],
    ['stage', 'break', at(2), 'igor', 'key-break', true],
    ['results', 'lock', at(3), 'olga', null, false],
    ['stage', 'undo', at(4), 'olga', null, false],
    ['results', 'step', at(5), 'olga', 'same-key', false],
    ['results', 'restart', at(6), 'olga', null, false],
    ['results', 'step', at(7), 'olga', 'key-again', false],
    ['results', 'step', at(8), 'olga', 'key-second', true],
    ['results', 'undo', at(9), 'olga', null, false],
  ]);
  const versions = entries.map(({ version }) => version);
  expect(versions).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16]);
  expect(entries.filter(({ undoes }) => undoes !== null).map(({ undoes }) => undoes)).toEqual([9, 15]);
  expect(await readChange(db)).toEqual({ version: 16, epoch: expect.stringMatching(/^[a-z0-9]{8}$/) });

  const { performers } = await db.selectFrom('results').select('performers').executeTakeFirstOrThrow();
  expect(JSON.parse(performers ?? '')).toMatchObject([{ id: 1, slug: 'anna', name: 'Анна', region: 'Томск' }]);
  expect(await currentResults(db)).toMatchObject({
    seq: 16,
    state: 'revealing',
    steps: [{ title: 'Жюри: Томск', at: at(7) }],
  });
  expect(await currentStage(db)).toMatchObject({ seq: 11, state: 'none' }); // long ago
});
