import { capital } from '../../model/articles/kinds.ts';
import { languageName } from '../../model/settings/watch/marks.ts';

/** What a stream says of its captions and sounds. The language is BCP 47, '' when it is not said. */
export interface Rendition {
  label: string;
  language: string;
}

export interface Choice {
  id: number;
  name: string;
}

/** The same one, else one in its language, else one of no language: a stream does not always say it. */
export function findLike<T>(list: T[], wanted: Rendition, of: (item: T) => Rendition): T | undefined {
  const inLanguage = (language: string) => list.filter((item) => baseOf(of(item).language) === language);
  const alike = inLanguage(baseOf(wanted.language));
  return alike.find((item) => of(item).label === wanted.label) ?? alike[0] ?? inLanguage('')[0];
}

/** For a menu: the stream's label, else the language; numbered when both are missing. */
export function nameOf({ label, language }: Rendition, at: number): string {
  const name = label.trim() || (language && languageName(language));
  return name ? capital(name) : `Дорожка ${at + 1}`;
}

function baseOf(language: string): string {
  return language.toLowerCase().split('-')[0] ?? '';
}
