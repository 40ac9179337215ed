import type { ReplayChapter } from './replay.ts';

const LAST = 300; // s; length of the last chapter when the end was not pressed

/** Chapters as WebVTT, for players of other sites. */
export function toChapterTrack(chapters: ReplayChapter[]): string {
  const cues = chapters.map(({ from, to, number, name, song }) => {
    const title = `${number}. ${name}${song && ` — «${song}»`}`;
    return `${clock(from)} --> ${clock(Math.max(from + 1, to ?? from + LAST))}\n${escaped(title)}\n`;
  });
  return ['WEBVTT', '', ...cues].join('\n');
}

function clock(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${[hours, minutes, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')}.000`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
