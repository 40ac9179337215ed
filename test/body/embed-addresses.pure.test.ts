import { expect, test } from 'vitest';
import { sanitizeBody } from '../../model/body/body.ts';
import { embedAt, embedOf, FRAME_HOSTS, frameOf, pageOf } from '../../model/embeds/embeds.ts';
import { PROVIDERS } from '../../model/embeds/providers.ts';
import { figureOf } from '../embeds/figure.ts';
import { groupsIn, rowsIn } from '../rig/cases.ts';

const FILE = 'body/embed-addresses.txt';
const HEX = '0123456789abcdef0123456789abcdef';

const KNOWN = reached('embeds');

function reached(part: string): [address: string, embed: string, page: string, frame?: string][] {
  return groupsIn(FILE, part, { HEX }).flatMap(([head = '', ...addresses]) => {
    const [embed = '', page = '', frame] = head.split(' | ');
    return addresses.map((address): [string, string, string, string?] => [address, embed, page, frame]);
  });
}

function expectEmbed(address: string, name: string, page: string, frame?: string): void {
  const embed = embedAt(address);
  expect(embed && `${embed.provider} ${embed.id}`).toBe(name);
  expect(embed && [pageOf(embed), frameOf(embed)]).toEqual([page, frame]);
  expect([embedOf(embed?.provider, embed?.id), embedAt(page)]).toEqual([embed, embed]);
}

test.each(KNOWN)('%s is %s', expectEmbed);

test('every provider is among them, and pages may frame exactly the hosts of their players', () => {
  const embeds = KNOWN.flatMap(([address]) => embedAt(address) ?? []);
  expect(new Set(embeds.map(({ provider }) => provider))).toEqual(new Set(Object.keys(PROVIDERS)));
  const hosts = embeds.flatMap((embed) => frameOf(embed) ?? []).map((frame) => new URL(frame).host);
  expect(new Set(hosts)).toEqual(new Set(FRAME_HOSTS));
});

test.each(rowsIn<[string]>(FILE, 'no embeds', { HEX }))('%j is no embed', (address) =>
  expect(embedAt(address)).toBeUndefined(),
);

test.each(reached('starts'))('%j begins where it says, stored and read again', (address, name, page, frame = '') => {
  expectEmbed(address, name, page, frame);
  expect(embedAt(frame)?.id.split('@')[1]).toBe(name.split('@')[1]);
  const stored = figureOf(address);
  expect(sanitizeBody(stored)).toBe(stored);
  expect(sanitizeBody(`<p>до</p>${stored.replace(/>[^<>]+<\/a>/, '></a>')}`)).toBe(`<p>до</p>${stored}`);
});

test.each(rowsIn(FILE, 'starts that are none'))('%j begins at its start', (address, id) =>
  expect(embedAt(address)?.id).toBe(id),
);

const NO_IDS = rowsIn<[string?, string?]>(FILE, 'ids that are none', { HEX }).concat([
  ['youtube'],
  [undefined, 'dQw4w9WgXcQ'],
]);

test.each(NO_IDS)('a stored %j with id %j is none', (provider, id) => expect(embedOf(provider, id)).toBeUndefined());

const BODY_WORDS = {
  FIGURE: '<figure class="embed" data-provider="ok" data-id="12345">',
  LINK: '<a href="https://ok.ru/video/12345" rel="noopener noreferrer">',
  PLAYER: '<iframe src="//ok.ru/videoembed/12345?nochat=1" width="560"></iframe>',
};

test.each(rowsIn<[string, string, string]>(FILE, 'bodies', BODY_WORDS))('a body %s', (_what, html, stored) => {
  const lost: string[] = [];
  expect(sanitizeBody(html, (what) => lost.push(what))).toBe(stored);
  expect([sanitizeBody(stored), lost]).toEqual([stored, []]);
});
