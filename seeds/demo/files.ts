import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Store } from '../../model/store.ts';
import type { PaletteName } from '../../tools/demo-art/drawing/scene.ts';
import type { SceneName } from '../../tools/demo-art/drawing/scenes.ts';

/** Files of the demo world: title and path. */
const demoFiles = {
  pozyvnye: { title: 'Позывные.mp3', file: 'pozyvnye.mp3' },
  protokol: { title: 'Протокол.pdf', file: 'protokol.pdf' },
} as const;

export type FileName = keyof typeof demoFiles;

/** How a picture of the demo world is drawn. */
export type Recipe = { scene: SceneName; palette: PaletteName; width?: number; crop?: Crop };

/** Size of a centred crop, in pixels of the drawing. */
export type Crop = { width: number; height: number };

const covers = {
  'night-river': ['city', 'sunset', 'Ночной город за рекой, купол зала светится, лучи прожекторов уходят в небо'],
  'shipyard-hall': ['bowl', 'ember', 'Круглая сцена посреди полного зала, вид с верхнего ряда'],
  'before-the-curtain': ['curtain', 'cherry', 'Приоткрытый красный занавес, из щели бьёт свет'],
  'twenty-one-voices': ['waves', 'neon', 'Звуковая волна из светящихся лент'],
  'paper-tickets': ['tickets', 'sunset', 'Три бумажных билета в воздухе'],
  'seven-chairs': ['piano', 'emerald', 'Клавиши рояля в зелёном свете'],
  'quiet-voice': ['singer', 'ice', 'Силуэт певицы с микрофоном на фоне белого круга света'],
  'two-hosts': ['microphone', 'neon', 'Микрофон крупным планом на фоне размытых огней'],
  'first-record': ['vinyl', 'ember', 'Виниловая пластинка на проигрывателе, блики по дорожкам'],
  'raised-hands': ['hands', 'sunset', 'Поднятые руки и телефоны зрителей у сцены'],
  'glass-draw': ['orbs', 'rose', 'Стеклянные шары со светом внутри на чёрном столе'],
  'under-the-grid': ['rigging', 'emerald', 'Фермы со световыми приборами над залом'],
  'sound-desk': ['mixer', 'ocean', 'Пульт звукорежиссёра в темноте: фейдеры, ручки, индикаторы'],
  'hall-for-everyone': ['arena', 'emerald', 'Зрители перед сценой, на сцене певица в лучах света'],
  signal: ['equaliser', 'neon', 'Певец у стойки на фоне светодиодной стены-эквалайзера'],
  'train-at-6-40': ['trails', 'gold', 'Световые следы машин на ночной дороге в город'],
  'twenty-one-songs': ['vinyl', 'violet', 'Пластинка с фиолетовой этикеткой под цветными лампами'],
  'dressing-room': ['mirror', 'sunset', 'Гримёрное зеркало в лампах, кисти и ваза с цветами'],
  embankment: ['city', 'ocean', 'Зал на набережной отражается в ночной реке'],
  'first-rehearsal': ['arena', 'violet', 'Сцена в фиолетовых лучах и зрители с поднятыми руками'],
  'velvet-evening': ['curtain', 'violet', 'Фиолетовый бархатный занавес за мгновение до открытия'],
  'orchestra-keys': ['piano', 'violet', 'Клавиши рояля уходят в темноту'],
  'on-air': ['equaliser', 'sunset', 'Силуэт певца перед стеной столбиков эквалайзера'],
  'dress-rehearsal': ['rigging', 'ember', 'Прожекторы на фермах светят в зал, внизу силуэты зрителей'],
  'first-semifinal': ['confetti', 'gold', 'Золотое конфетти над ликующим залом'],
  'wet-stones': ['rain', 'ocean', 'Очередь под зонтами отражается в мокрой мостовой'],
  'second-semifinal': ['confetti', 'rose', 'Розовое конфетти над поднятыми руками'],
  'running-order': ['waves', 'ember', 'Красно-золотая звуковая волна'],
  'sea-of-lights': ['bowl', 'ocean', 'Зал, усыпанный огоньками телефонов, вокруг круглой сцены'],
  'cut-glass': ['crystal', 'violet', 'Гранёный стеклянный приз на подиуме в лучах света'],
  'grand-stage': ['arena', 'ember', 'Большая сцена в красном свете, певица и тысячи зрителей'],
} satisfies Record<string, [scene: SceneName, palette: PaletteName, alt: string]>;

const bodyRecipes = {
  footlights: { scene: 'curtain', palette: 'gold', width: 1200 },
  voice: { scene: 'singer', palette: 'sunset', width: 1200 },
  'close-microphone': { scene: 'microphone', palette: 'cherry', width: 1200 },
  'lone-singer': { scene: 'singer', palette: 'violet', crop: { width: 600, height: 900 } },
  'night-microphone': { scene: 'microphone', palette: 'sunset', crop: { width: 675, height: 900 } },
  umbrellas: { scene: 'rain', palette: 'violet', crop: { width: 1200, height: 900 } },
  'phones-up': { scene: 'hands', palette: 'gold', crop: { width: 900, height: 900 } },
  'last-song': { scene: 'confetti', palette: 'ember', width: 1200 },
} satisfies Record<string, Recipe>;

const contestants = {
  'vera-lunyova': ['singer', 'gold'],
  'arslan-yulaev': ['singer', 'emerald'],
  'choir-of-neighbours': ['hands', 'gold'],
  'maxim-ten': ['singer', 'violet'],
  'aytalina-sergeeva': ['singer', 'ocean'],
  'anchor-street-5': ['equaliser', 'ocean'],
  'emil-safin': ['singer', 'rose'],
  podorozhnik: ['waves', 'emerald'],
  'saida-gadzhieva': ['singer', 'cherry'],
  'call-your-mother': ['equaliser', 'rose'],
  'darima-ochirova': ['arena', 'gold'],
  'lighthouse-14': ['equaliser', 'ice'],
  'tok-i-lyon': ['waves', 'violet'],
  'kira-zabolotskaya': ['microphone', 'rose'],
  'daniel-movsesyan': ['piano', 'ember'],
  'lev-chizhov': ['singer', 'ember'],
} satisfies Record<string, [SceneName, PaletteName]>;

export type CoverName = keyof typeof covers;
export type ImageName = CoverName | keyof typeof bodyRecipes | keyof typeof contestants;

/** All pictures of the demo world. */
export const imageNames = Object.keys({ ...covers, ...bodyRecipes, ...contestants }) as ImageName[];

/** Undefined for an unknown name. */
export function recipeOf(name: string): Recipe | undefined {
  const known = new Map<string, Recipe>(Object.entries(bodyRecipes));
  for (const [each, [scene, palette]] of Object.entries(covers)) known.set(each, { scene, palette });
  for (const [each, [scene, palette]] of Object.entries(contestants)) known.set(each, { scene, palette, width: 960 });
  return known.get(name);
}

export function altOf(cover: CoverName): string {
  return covers[cover][2];
}

/** Metadata of the embeds, by provider. */
export const demoEmbeds: Record<string, { title: string; duration: number; poster: string }> = {
  rutube: { title: 'Первая трансляция «Рампы», 17\u00a0августа 2019\u00a0года', duration: 5042, poster: 'sound-desk' },
  vkvideo: { title: '«Подорожник» узнаёт итоги «второго шанса»', duration: 214, poster: 'raised-hands' },
};

/** URL of the finished picture. */
export function imageFile(name: ImageName): URL {
  return new URL(`./covers/${name}.webp`, import.meta.url);
}

export async function storeFiles(store: Store, by: string): Promise<Map<string, string>> {
  const urls = new Map<string, string>();
  for (const [name, { title, file }] of Object.entries(demoFiles)) {
    const received = await store.files.receive(createReadStream(new URL(`./files/${file}`, import.meta.url)));
    urls.set(name, (await store.files.put(received, title, by)).url);
  }
  return urls;
}

export async function storeImages(store: Store): Promise<Map<string, string>> {
  const urls = new Map<string, string>();
  for (const name of imageNames) urls.set(name, await storeImage(store, imageFile(name)));
  return urls;
}

export async function storeImage(store: Store, file: URL): Promise<string> {
  return (await store.images.put(await readFile(file), null, path.basename(file.pathname))).url;
}
