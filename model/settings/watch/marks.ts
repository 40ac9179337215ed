/** Pure: shared by the model, the panel and open pages. Marks of a source other than the ordinary broadcast. */

export type Kind = 'sign' | 'description';

export interface Mark {
  kind?: Kind | undefined; // absent: the ordinary broadcast
  language?: string | undefined; // BCP 47; absent: unspecified
}

export const KIND_NAMES: Record<Kind, string> = { sign: 'Жестовый язык', description: 'Тифлокомментарий' };

/** What other sources lack for a viewer of this kind: «без …». */
export const KIND_MISSED: Record<Kind, string> = { sign: 'жестового языка', description: 'тифлокомментария' };

/** Russian name of a language: «английский»; the code itself when it is unknown. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(['ru'], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** «Жестовый язык, английский»; '' without a mark. */
export function markText({ kind, language }: Mark): string {
  return [kind && KIND_NAMES[kind], language && languageName(language)].filter(Boolean).join(', ');
}
