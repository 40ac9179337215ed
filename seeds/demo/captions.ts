/** Captions of the film (`tools/demo-art/making/music.ts`), in seconds of it. */
export const demoCaptions = [
  { from: 0, until: 9, text: '♪ Тихая мелодия нарастает' },
  { from: 9, until: 12, text: '♪ Барабанная дробь' },
  { from: 12, until: 20, text: '♪ Вступают бас и ударные' },
  { from: 20, until: 28, text: '♪ Звучит главная тема' },
  { from: 28, until: 36, text: '♪ Ударные смолкают, тема продолжается' },
  { from: 36, until: 40, text: '♪ Барабанная дробь' },
  { from: 40, until: 48, text: '♪ Все инструменты звучат вместе' },
];
