import { expect, test } from 'vitest';
import { valueText } from '../../app/routes/admin/audit-log/words.ts';
import { type Choice, chosenSource, nextSource } from '../../app/routes/public/watch/sources.tsx';
import type { Source } from '../../model/settings/watch/sources.ts';

const source = (id: string, mark: Pick<Source, 'kind' | 'language'> = {}): Source => ({
  ...{ id, title: id, player_url: null, stream_url: `https://${id}.example.org/live.m3u8` },
  ...mark,
});
const main = source('main');
const spare = source('spare');
const signed = source('signed', { kind: 'sign', language: 'ru' });
const signedToo = source('signed-too', { kind: 'sign', language: 'ru' });
const described = source('described', { kind: 'description' });
const english = source('english', { language: 'en' });
const chosen = ({ id, kind, language }: Source, of: string): Choice => ({ id, of, kind, language });

test('the audit log names the marks of a source', () => {
  expect(valueText('sources', [main, signed], 'Europe/Moscow')).toBe(
    '«main» (https://main.example.org/live.m3u8); «signed» (https://signed.example.org/live.m3u8, жестовый язык, русский)',
  );
});

test.each([
  ['past marked sources from the ordinary one', main, [signed, described, spare], spare],
  ['to another one with sign language', signed, [main, spare, signedToo], signedToo],
  ['to the ordinary one when there is no other with sign language', signed, [described, main, spare], main],
  ['to whatever is left', main, [described], described],
  ['nowhere when nothing is left', main, [], undefined],
])('failover goes %s', (_where, wanted, left, next) => expect(nextSource(left, wanted)).toBe(next));

test.each([
  ['of an ordinary source ends when everybody is moved', chosen(spare, 'main'), [spare, english], english, undefined],
  ['of an ordinary source holds until then', chosen(spare, 'main'), [main, spare], main, spare],
  ['of sign language stays', chosen(signed, 'main'), [main, signed], spare, signed],
  ['of sign language finds it under another id', chosen(signed, 'main'), [main, signedToo], main, signedToo],
  ['of sign language does not become audio description', chosen(signed, 'main'), [main, described], main, undefined],
  ['of a language stays', chosen(english, 'main'), [main, english], spare, english],
])('a choice of the visitor %s', (_what, choice, sources, active, found) =>
  expect(chosenSource(choice, sources, active)).toBe(found),
);
