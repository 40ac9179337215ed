import { expect, test } from 'vitest';
import { sanitizeBody } from '../../model/body/body.ts';
import { embedAt, embedOf, FRAME_HOSTS, frameOf, pageOf } from '../../model/embeds/embeds.ts';
import { PROVIDERS } from '../../model/embeds/providers.ts';
import { figureOf } from '../embeds/figure.ts';
import { rows } from '../rig/cases.ts';

const HEX = '0123456789abcdef0123456789abcdef';

/** `provider id`, canonical page and player of the embed to which the addresses below lead. */
const KNOWN = reached(`
  youtube dQw4w9WgXcQ | https://www.youtube.com/watch?v=dQw4w9WgXcQ | https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ
    https://www.youtube.com/watch?v=dQw4w9WgXcQ
    http://m.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=0s
    https://youtu.be/dQw4w9WgXcQ?si=abc
    youtu.be/dQw4w9WgXcQ
    https://music.youtube.com/watch?v=dQw4w9WgXcQ&si=x
    https://www.youtube.com/live/dQw4w9WgXcQ?feature=share
    ${'  '}https://youtube.com/watch?v=dQw4w9WgXcQ#x${' '}
    https://www.youtube.com/embed/dQw4w9WgXcQ?si=x
    https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ
  youtube shorts/dQw4w9WgXcQ | https://www.youtube.com/shorts/dQw4w9WgXcQ | https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ
    https://m.youtube.com/shorts/dQw4w9WgXcQ?feature=share
  youtube playlist/PL1234567890abc | https://www.youtube.com/playlist?list=PL1234567890abc | https://www.youtube-nocookie.com/embed/videoseries?list=PL1234567890abc
    https://youtube.com/playlist?list=PL1234567890abc&si=1
    https://www.youtube.com/embed/videoseries?list=PL1234567890abc
  rutube ${HEX} | https://rutube.ru/video/${HEX}/ | https://rutube.ru/play/embed/${HEX}
    https://rutube.ru/video/${HEX}/
    https://m.rutube.ru/video/${HEX}/?r=wd&t=soon
    rutube.ru/video/${HEX}
    https://rutube.ru/live/video/${HEX}/
    https://www.rutube.ru/play/embed/${HEX}?skinColor=1
  rutube shorts/${HEX} | https://rutube.ru/shorts/${HEX}/ | https://rutube.ru/play/embed/${HEX}
    https://rutube.ru/shorts/${HEX}/
  rutube private/${HEX}/aB_c-1 | https://rutube.ru/video/private/${HEX}/?p=aB_c-1 | https://rutube.ru/play/embed/${HEX}/?p=aB_c-1
    https://rutube.ru/video/private/${HEX}/?p=aB_c-1&r=wd
  vkvideo -1_22 | https://vkvideo.ru/video-1_22 | https://vkvideo.ru/video_ext.php?oid=-1&id=22&hd=2
    https://vkvideo.ru/video-1_22
    https://vk.com/video-1_22?list=a
    https://m.vk.ru/video-1_22
    https://vk.com/video?z=video-1_22%2Fpl_cat_trends
    https://vk.com/videos-1?z=video-1_22%2Fclub1%2Fpl_-1_-2
    https://vkvideo.ru/playlist/-1_-2/video-1_22
    https://vk.com/video_ext.php?oid=-1&id=22&hd=4&autoplay=1
  vkvideo 33_22_a1b2c3 | https://vkvideo.ru/video33_22_a1b2c3 | https://vkvideo.ru/video_ext.php?oid=33&id=22&hash=a1b2c3&hd=2
    https://vk.com/video33_22_a1b2c3
  vkvideo clip-1_22 | https://vkvideo.ru/clip-1_22 | https://vkvideo.ru/video_ext.php?oid=-1&id=22&hd=2
    https://vk.com/clip-1_22
  vk -1_22 | https://vk.com/wall-1_22
    https://vk.com/wall-1_22
    https://m.vk.com/wall-1_22?from=feed
    https://vk.ru/festival?w=wall-1_22%2Fall
  ok 12345 | https://ok.ru/video/12345 | https://ok.ru/videoembed/12345
    https://ok.ru/video/12345
    https://m.ok.ru/video/12345?st=1
    https://ok.ru/live/12345
    https://www.odnoklassniki.ru/video/12345
    https://ok.ru/videoembed/12345?nochat=1
  dzen video/watch/6401a3b2c4d5e6f708192a3b | https://dzen.ru/video/watch/6401a3b2c4d5e6f708192a3b
    https://dzen.ru/video/watch/6401a3b2c4d5e6f708192a3b?f=video
    https://m.dzen.ru/video/watch/6401a3b2c4d5e6f708192a3b/
  dzen a/ZxY_abc-123 | https://dzen.ru/a/ZxY_abc-123
    https://www.dzen.ru/a/ZxY_abc-123
  dzen shorts/6401a3b2c4d5 | https://dzen.ru/shorts/6401a3b2c4d5
    https://dzen.ru/shorts/6401a3b2c4d5
  dzen embed/vnVEaPfaSym8 | https://dzen.ru/embed/vnVEaPfaSym8 | https://dzen.ru/embed/vnVEaPfaSym8
    https://dzen.ru/embed/vnVEaPfaSym8?from=zen&mute=0
  telegram festival_live/42 | https://t.me/festival_live/42 | https://t.me/festival_live/42?embed=1
    https://t.me/festival_live/42
    t.me/s/festival_live/42
    https://telegram.me/festival_live/42?single
    https://t.me/festival_live/42?embed=1
  yandex-music album/12 | https://music.yandex.ru/album/12 | https://music.yandex.ru/iframe/album/12
    https://music.yandex.ru/album/12/
    https://music.yandex.com/album/12?utm_source=web
    https://music.yandex.ru/iframe/#album/12/
  yandex-music track/34 | https://music.yandex.ru/track/34 | https://music.yandex.ru/iframe/track/34
    https://music.yandex.ru/track/34
    https://m.music.yandex.ru/track/34?utm=1
  yandex-music album/12/track/34 | https://music.yandex.ru/album/12/track/34 | https://music.yandex.ru/iframe/album/12/track/34
    https://music.yandex.by/album/12/track/34?utm_medium=copy_link
    https://music.yandex.ru/iframe/#track/34/12
    https://music.yandex.ru/iframe/album/12/track/34
  yandex-music users/fest.press@yandex.ru/playlists/1000 | https://music.yandex.ru/users/fest.press@yandex.ru/playlists/1000 | https://music.yandex.ru/iframe/playlist/fest.press@yandex.ru/1000
    https://music.yandex.ru/users/fest.press@yandex.ru/playlists/1000
    https://music.yandex.ru/iframe/playlist/fest.press@yandex.ru/1000
    https://music.yandex.ru/iframe/#playlist/fest.press@yandex.ru/1000/
  yandex-music playlists/lk.0a1b-2c | https://music.yandex.ru/playlists/lk.0a1b-2c
    https://music.yandex.ru/playlists/lk.0a1b-2c
`);

function reached(text: string): [address: string, embed: string, page: string, frame?: string][] {
  return rows<string[]>(text).flatMap(([head = '', ...addresses]) => {
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

test.each([
  ...['', 'не адрес', '/news/final', 'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ'],
  ...['ftp://youtube.com/watch?v=dQw4w9WgXcQ', 'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ'],
  ...['https://evilyoutube.com/watch?v=dQw4w9WgXcQ', 'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ'],
  ...['https://user:key@youtube.com/watch?v=dQw4w9WgXcQ', 'https://youtube.com:8443/watch?v=dQw4w9WgXcQ'],
  ...['https://evil.example/https://youtu.be/dQw4w9WgXcQ', 'https://evil.example\\@youtube.com/watch?v=dQw4w9WgXcQ'],
  ...['https://уoutube.com/watch?v=dQw4w9WgXcQ', 'https://youtube.com/watch?v=short'],
  ...['https://youtube.com/watch?v="><script>1', 'https://www.youtube.com/@festival/live'],
  ...['https://www.youtube.com/playlist?list=../../x', `https://rutube.ru.evil.example/video/${HEX}/`],
  ...[`https://xrutube.ru/video/${HEX}/`, `https://rutube.ru/video/private/${HEX}/?p=a%22b`],
  ...['https://rutube.ru/channel/1/', 'https://vk.com/festival', 'https://vk.com.evil.example/video-1_2'],
  ...['https://vkvideo.ru/video_ext.php?oid=1&id=2%26x', 'https://live.vkvideo.ru/festival', 'https://ok.ru/group/1'],
  ...['https://ok.ru/video/1a', 'https://dzen.ru/festival', 'https://dzen.ru/embed/../x', 'https://t.me/festival'],
  ...['https://t.me/c/123456/7', 'https://t.me/joinchat/AAAA', 'https://t.me.evil.example/festival/42'],
  ...['https://music.yandex.ru/artist/1', 'https://music.yandex.ru.evil.example/album/1'],
  'https://yandex.ru/music/album/1',
])('%j is no embed', (address) => expect(embedAt(address)).toBeUndefined());

const START = reached(`
  youtube dQw4w9WgXcQ@42 | https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42 | https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42
    youtu.be/dQw4w9WgXcQ?si=a&t=42
    https://youtu.be/dQw4w9WgXcQ?t=42s
    https://www.youtube.com/embed/dQw4w9WgXcQ?start=42
    https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=42
  youtube dQw4w9WgXcQ@3723 | https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3723 | https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=3723
    https://www.youtube.com/watch?t=1h2m3s&v=dQw4w9WgXcQ
  youtube shorts/dQw4w9WgXcQ@5 | https://www.youtube.com/shorts/dQw4w9WgXcQ?t=5 | https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=5
    https://youtube.com/shorts/dQw4w9WgXcQ?t=5
  rutube ${HEX}@62 | https://rutube.ru/video/${HEX}/?t=62 | https://rutube.ru/play/embed/${HEX}?t=62
    https://rutube.ru/video/${HEX}/?r=wd&t=62
  rutube private/${HEX}/aB_c-1@62 | https://rutube.ru/video/private/${HEX}/?p=aB_c-1&t=62 | https://rutube.ru/play/embed/${HEX}/?p=aB_c-1&t=62
    https://rutube.ru/video/private/${HEX}/?p=aB_c-1&t=62
  vkvideo -1_22@62 | https://vkvideo.ru/video-1_22?t=1m2s | https://vkvideo.ru/video_ext.php?oid=-1&id=22&hd=2&t=1m2s
    https://vk.com/video-1_22?t=1m2s
    https://vkvideo.ru/video_ext.php?oid=-1&id=22&hd=4&t=62
`);

test.each(START)('%j begins where it says, stored and read again', (address, name, page, frame = '') => {
  expectEmbed(address, name, page, frame);
  expect(embedAt(frame)?.id.split('@')[1]).toBe(name.split('@')[1]);
  const stored = figureOf(address);
  expect(sanitizeBody(stored)).toBe(stored);
  expect(sanitizeBody(`<p>до</p>${stored.replace(/>[^<>]+<\/a>/, '></a>')}`)).toBe(`<p>до</p>${stored}`);
});

test.each([
  ['https://ok.ru/video/12345?t=42', '12345'],
  ['https://youtube.com/playlist?list=PL1234567890abc&t=42', 'playlist/PL1234567890abc'],
  ['https://youtu.be/dQw4w9WgXcQ?t=-1', 'dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ?t=9999999', 'dQw4w9WgXcQ'],
])('%j begins at its start', (address, id) => expect(embedAt(address)?.id).toBe(id));

test.each([
  ['youtube', 'dQw4w9WgXcQ@0'],
  ['youtube', 'dQw4w9WgXcQ@042'],
  ['youtube', 'dQw4w9WgXcQ@1@2'],
  ['youtube', 'dQw4w9WgXcQ@'],
  ['youtube', 'playlist/PL1234567890abc@42'],
  ['ok', '12345@42'],
  ['youtube', 'dQw4w9WgXcQ"'],
  ['youtube', 'dQw4w9WgXcQ\n'],
  ['rutube', `shorts/private/${HEX}`],
  ['telegram', 'festival/42?x'],
  ['yandex-music', 'album/1/../2'],
  ['dzen', 'embed/..%2f..'],
  ['constructor', 'name'],
  ['vimeo', '12345'],
  ['youtube', undefined],
  [undefined, 'dQw4w9WgXcQ'],
])('a stored %j with the id %j is none', (provider, id) => expect(embedOf(provider, id)).toBeUndefined());

const figure = (text: string) =>
  `<figure class="embed" data-provider="ok" data-id="12345"><a href="https://ok.ru/video/12345" rel="noopener noreferrer">${text}</a></figure>`;
const ADDRESS = 'https://ok.ru/video/12345';
const PLAYER = '<iframe src="//ok.ru/videoembed/12345?nochat=1" width="560"></iframe>';
const LINK = `<a href="${ADDRESS}" rel="noopener noreferrer">`;

test.each(
  rows<[string, string, string]>(`
  takes the code of a known player as its embed → <p>до${PLAYER}после</p> → <p>до</p>${figure(ADDRESS)}<p>после</p>
  finds it in a figure → <figure>${PLAYER}<figcaption>а</figcaption></figure> → ${figure(ADDRESS)}<p>а</p>
  makes the address itself → ${figure('а').replace(ADDRESS, 'javascript:alert(1)')} → ${figure('а')}
  gives an embed without a title its address → ${figure('')} → ${figure(ADDRESS)}
  spells another address of it as its own → ${figure('https://m.ok.ru/live/12345?a=1')} → ${figure(ADDRESS)}
  keeps a title as text → ${figure('<b>а</b> &lt;б&gt;<br>в')} → ${figure('а &lt;б&gt; в')}
  keeps the link of an unknown provider → ${figure('а').replace('"ok"', '"evil"')} → <p>${LINK}а</a></p>
  keeps the link of an unknown id → ${figure('а').replace('"12345"', '"1 2"')} → <p>${LINK}а</a></p>
  keeps the link where no embed may stand → <ul><li>${figure('а')}</li></ul> → <ul><li><p>${LINK}а</a></p></li></ul>
`),
)('a body %s', (_what, html, stored) => {
  const lost: string[] = [];
  expect(sanitizeBody(html, (what) => lost.push(what))).toBe(stored);
  expect([sanitizeBody(stored), lost]).toEqual([stored, []]);
});
