/** Files of the demo world: what they are called, and where they lie. */
export const demoFiles = {
  pozyvnye: { title: 'Позывные.mp3', file: 'pozyvnye.mp3' },
  protokol: { title: 'Протокол.pdf', file: 'protokol.pdf' },
} as const;

export type FileName = keyof typeof demoFiles;

export function fileAt(name: FileName): URL {
  return new URL(`./files/${demoFiles[name].file}`, import.meta.url);
}

/** What is known of the embeds, by provider. */
export const demoEmbeds: Record<string, { title: string; duration: number; poster: string }> = {
  rutube: { title: 'Первая трансляция «Рампы», 17\u00a0августа 2019\u00a0года', duration: 5042, poster: 'sound-desk' },
  vkvideo: { title: '«Подорожник» узнаёт итоги «второго шанса»', duration: 214, poster: 'raised-hands' },
};
