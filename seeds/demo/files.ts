import type { PaletteName } from '../../tools/demo-art/drawing/palettes.ts';
import type { SceneName } from '../../tools/demo-art/drawing/scenes.ts';

/** Files of the demo world: what they are called, and where they lie. */
export const demoFiles = {
  pozyvnye: { title: 'Позывные.mp3', file: 'pozyvnye.mp3' },
  protokol: { title: 'Протокол.pdf', file: 'protokol.pdf' },
} as const;

export type FileName = keyof typeof demoFiles;

/** How a picture of the demo world is drawn; `alt` says what can be seen. */
export type Recipe = { scene: SceneName; palette: PaletteName; alt?: string; width?: number; crop?: Crop };

/** What of the middle is kept, in pixels of the drawing. */
export type Crop = { width: number; height: number };

/** Covers, one for each article that has one. */
export const coverRecipes = {
  'night-river': {
    scene: 'city',
    palette: 'sunset',
    alt: 'Ночной город за рекой, купол зала светится, лучи прожекторов уходят в небо',
  },
  'shipyard-hall': { scene: 'bowl', palette: 'ember', alt: 'Круглая сцена посреди полного зала, вид с верхнего ряда' },
  'before-the-curtain': { scene: 'curtain', palette: 'cherry', alt: 'Приоткрытый красный занавес, из щели бьёт свет' },
  'twenty-one-voices': { scene: 'waves', palette: 'neon', alt: 'Звуковая волна из светящихся лент' },
  'paper-tickets': { scene: 'tickets', palette: 'sunset', alt: 'Три бумажных билета в воздухе' },
  'seven-chairs': { scene: 'piano', palette: 'emerald', alt: 'Клавиши рояля в зелёном свете' },
  'quiet-voice': { scene: 'singer', palette: 'ice', alt: 'Силуэт певицы с микрофоном на фоне белого круга света' },
  'two-hosts': { scene: 'microphone', palette: 'neon', alt: 'Микрофон крупным планом на фоне размытых огней' },
  'first-record': { scene: 'vinyl', palette: 'ember', alt: 'Виниловая пластинка на проигрывателе, блики по дорожкам' },
  'raised-hands': { scene: 'hands', palette: 'sunset', alt: 'Поднятые руки и телефоны зрителей у сцены' },
  'glass-draw': { scene: 'orbs', palette: 'rose', alt: 'Стеклянные шары со светом внутри на чёрном столе' },
  'under-the-grid': { scene: 'rigging', palette: 'emerald', alt: 'Фермы со световыми приборами над залом' },
  'sound-desk': { scene: 'mixer', palette: 'ocean', alt: 'Пульт звукорежиссёра в темноте: фейдеры, ручки, индикаторы' },
  'hall-for-everyone': {
    scene: 'arena',
    palette: 'emerald',
    alt: 'Зрители перед сценой, на сцене певица в лучах света',
  },
  signal: { scene: 'equaliser', palette: 'neon', alt: 'Певец у стойки на фоне светодиодной стены-эквалайзера' },
  'train-at-6-40': { scene: 'trails', palette: 'gold', alt: 'Световые следы машин на ночной дороге в город' },
  'twenty-one-songs': {
    scene: 'vinyl',
    palette: 'violet',
    alt: 'Пластинка с фиолетовой этикеткой под цветными лампами',
  },
  'dressing-room': { scene: 'mirror', palette: 'sunset', alt: 'Гримёрное зеркало в лампах, кисти и ваза с цветами' },
  embankment: { scene: 'city', palette: 'ocean', alt: 'Зал на набережной отражается в ночной реке' },
  'first-rehearsal': {
    scene: 'arena',
    palette: 'violet',
    alt: 'Сцена в фиолетовых лучах и зрители с поднятыми руками',
  },
  'velvet-evening': {
    scene: 'curtain',
    palette: 'violet',
    alt: 'Фиолетовый бархатный занавес за мгновение до открытия',
  },
  'orchestra-keys': { scene: 'piano', palette: 'violet', alt: 'Клавиши рояля уходят в темноту' },
  'on-air': { scene: 'equaliser', palette: 'sunset', alt: 'Силуэт певца перед стеной столбиков эквалайзера' },
  'dress-rehearsal': {
    scene: 'rigging',
    palette: 'ember',
    alt: 'Прожекторы на фермах светят в зал, внизу силуэты зрителей',
  },
  'first-semifinal': { scene: 'confetti', palette: 'gold', alt: 'Золотое конфетти над ликующим залом' },
  'wet-stones': { scene: 'rain', palette: 'ocean', alt: 'Очередь под зонтами отражается в мокрой мостовой' },
  'second-semifinal': { scene: 'confetti', palette: 'rose', alt: 'Розовое конфетти над поднятыми руками' },
  'running-order': { scene: 'waves', palette: 'ember', alt: 'Красно-золотая звуковая волна' },
  'sea-of-lights': { scene: 'bowl', palette: 'ocean', alt: 'Зал, усыпанный огоньками телефонов, вокруг круглой сцены' },
  'cut-glass': { scene: 'crystal', palette: 'violet', alt: 'Гранёный стеклянный приз на подиуме в лучах света' },
  'grand-stage': { scene: 'arena', palette: 'ember', alt: 'Большая сцена в красном свете, певица и тысячи зрителей' },
} satisfies Record<string, Recipe>;

/** Pictures that stand inside texts. */
export const bodyRecipes = {
  footlights: { scene: 'curtain', palette: 'gold', width: 1200 },
  voice: { scene: 'singer', palette: 'sunset', width: 1200 },
  'close-microphone': { scene: 'microphone', palette: 'cherry', width: 1200 },
  'lone-singer': { scene: 'singer', palette: 'violet', crop: { width: 600, height: 900 } },
  'night-microphone': { scene: 'microphone', palette: 'sunset', crop: { width: 675, height: 900 } },
  umbrellas: { scene: 'rain', palette: 'violet', crop: { width: 1200, height: 900 } },
  'phones-up': { scene: 'hands', palette: 'gold', crop: { width: 900, height: 900 } },
  'last-song': { scene: 'confetti', palette: 'ember', width: 1200 },
} satisfies Record<string, Recipe>;

/** Pictures of contestants; two have the cover of their interview. */
export const contestantRecipes = {
  'vera-lunyova': { scene: 'singer', palette: 'gold', width: 960 },
  'arslan-yulaev': { scene: 'singer', palette: 'emerald', width: 960 },
  'choir-of-neighbours': { scene: 'hands', palette: 'gold', width: 960 },
  'maxim-ten': { scene: 'singer', palette: 'violet', width: 960 },
  'aytalina-sergeeva': { scene: 'singer', palette: 'ocean', width: 960 },
  'anchor-street-5': { scene: 'equaliser', palette: 'ocean', width: 960 },
  'emil-safin': { scene: 'singer', palette: 'rose', width: 960 },
  podorozhnik: { scene: 'waves', palette: 'emerald', width: 960 },
  'saida-gadzhieva': { scene: 'singer', palette: 'cherry', width: 960 },
  'call-your-mother': { scene: 'equaliser', palette: 'rose', width: 960 },
  'darima-ochirova': { scene: 'arena', palette: 'gold', width: 960 },
  'lighthouse-14': { scene: 'equaliser', palette: 'ice', width: 960 },
  'tok-i-lyon': { scene: 'waves', palette: 'violet', width: 960 },
  'kira-zabolotskaya': { scene: 'microphone', palette: 'rose', width: 960 },
  'daniel-movsesyan': { scene: 'piano', palette: 'ember', width: 960 },
  'lev-chizhov': { scene: 'singer', palette: 'ember', width: 960 },
} satisfies Record<string, Recipe>;

export type CoverName = keyof typeof coverRecipes;
export type ImageName = CoverName | keyof typeof bodyRecipes | keyof typeof contestantRecipes;

/** All pictures of the demo world. */
export const imageNames = Object.keys({ ...coverRecipes, ...bodyRecipes, ...contestantRecipes }) as ImageName[];

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

export function fileAt(name: FileName): URL {
  return new URL(`./files/${demoFiles[name].file}`, import.meta.url);
}

/** What is known of the embeds, by provider. */
export const demoEmbeds: Record<string, { title: string; duration: number; poster: string }> = {
  rutube: { title: 'Первая трансляция «Рампы», 17\u00a0августа 2019\u00a0года', duration: 5042, poster: 'sound-desk' },
  vkvideo: { title: '«Подорожник» узнаёт итоги «второго шанса»', duration: 214, poster: 'raised-hands' },
};

/** Where the finished picture lies. */
export function imageFile(name: ImageName): URL {
  return new URL(`./covers/${name}.webp`, import.meta.url);
}
