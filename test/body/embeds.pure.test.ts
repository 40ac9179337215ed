import { expect, test } from 'vitest';
import { embedOf } from '../../model/settings/watch/embeds.ts';

const RUTUBE = '0123456789abcdef0123456789abcdef';

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  ['https://youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=90s', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  ['https://www.youtube.com/live/dQw4w9WgXcQ?feature=share', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  ['youtu.be/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  ['https://youtube.com/embed/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  [`https://rutube.ru/video/${RUTUBE}/`, `https://rutube.ru/play/embed/${RUTUBE}`],
  [`https://rutube.ru/video/${RUTUBE}/?r=wd&t=12`, `https://rutube.ru/play/embed/${RUTUBE}`],
  [`https://rutube.ru/live/video/${RUTUBE}/`, `https://rutube.ru/play/embed/${RUTUBE}`],
  [`https://rutube.ru/shorts/${RUTUBE}/`, `https://rutube.ru/play/embed/${RUTUBE}`],
  [`https://rutube.ru/video/private/${RUTUBE}/?p=aB_c-1`, `https://rutube.ru/play/embed/${RUTUBE}/?p=aB_c-1`],
  ['https://vkvideo.ru/video-1_22', 'https://vkvideo.ru/video_ext.php?oid=-1&id=22&hd=2'],
  ['https://vk.com/video-1_22', 'https://vk.com/video_ext.php?oid=-1&id=22&hd=2'],
  ['https://vk.ru/video33_22', 'https://vk.com/video_ext.php?oid=33&id=22&hd=2'],
  ['https://vk.com/video?z=video-1_22%2Fpl_cat_trends', 'https://vk.com/video_ext.php?oid=-1&id=22&hd=2'],
  ['https://vk.com/videos-1?z=video-1_22%2Fclub1%2Fpl_-1_-2', 'https://vk.com/video_ext.php?oid=-1&id=22&hd=2'],
  ['https://vkvideo.ru/playlist/-1_-2/video-1_22', 'https://vkvideo.ru/video_ext.php?oid=-1&id=22&hd=2'],
  ['https://vk.com/clip-1_22', 'https://vk.com/video_ext.php?oid=-1&id=22&hd=2'],
  ['https://vk.com/video-1_22_a1b2c3', 'https://vk.com/video_ext.php?oid=-1&id=22&hash=a1b2c3&hd=2'],
  ['https://ok.ru/video/12345', 'https://ok.ru/videoembed/12345'],
  ['https://m.ok.ru/live/12345', 'https://ok.ru/videoembed/12345'],
  [
    '<iframe src="https://vkvideo.ru/video_ext.php?oid=-1&amp;id=22&amp;hd=2" width="853" height="480"></iframe>',
    'https://vkvideo.ru/video_ext.php?oid=-1&id=22&hd=2',
  ],
  [
    "<IFRAME width=1\n SRC='//www.youtube.com/embed/dQw4w9WgXcQ?si=x'>",
    'https://www.youtube.com/embed/dQw4w9WgXcQ?si=x',
  ],
  [`Код: <iframe allow="autoplay" src=https://rutube.ru/video/${RUTUBE}/>`, `https://rutube.ru/play/embed/${RUTUBE}`],
  [
    '<iframe src="https://dzen.ru/embed/vnVEaPfaSym8?from=zen&mute=0"></iframe>',
    'https://dzen.ru/embed/vnVEaPfaSym8?from=zen&mute=0',
  ],
  ['<iframe src="https://player.example.org/1"></iframe>', 'https://player.example.org/1'],
])('%s is framed as %s', (pasted, address) => {
  expect(embedOf(pasted)).toEqual({ address });
  // Idempotent.
  expect(embedOf(address) ?? { address }).toEqual({ address });
});

test.each([
  'https://www.youtube.com/@festival/live',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/playlist?list=PL1',
  'https://rutube.ru/channel/1/',
  'https://vk.com/festival',
  'https://live.vkvideo.ru/festival',
  'https://ok.ru/group/1',
  'https://dzen.ru/video/watch/6401a3b2c4d5e6f708192a3b',
])('%s cannot be framed, and the sentence says what to copy', (pasted) => {
  expect(embedOf(pasted)).toEqual({ refusal: expect.stringMatching(/«Встроить» и скопируйте код/) });
});

test('an <iframe> without an address is refused', () => {
  expect(embedOf('<iframe width="1"></iframe>')).toEqual({ refusal: expect.stringContaining('нет адреса') });
});

test.each([
  '',
  '/player',
  'https://player.example.org/embed?x=1',
  'javascript:alert(1)',
  'https://vk.com.evil.example/video-1_2',
  'не адрес',
])('%j is not for this rule', (pasted) => {
  expect(embedOf(pasted)).toBeUndefined();
});
