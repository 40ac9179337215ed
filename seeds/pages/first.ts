import type { NewArticle } from '../../model/articles/schema.ts';
import { CONSENT, POLICY } from '../../model/pages/documents.ts';
import { contacts, press, requisites, venue } from './about.ts';
import { consent, NOTE, privacy, voteRules } from './documents.ts';

type Draft = Required<Pick<NewArticle, 'title' | 'slug' | 'place' | 'content'>>;

/** Drafts of a new site, in the order of the footer. */
export const firstPages: readonly Draft[] = [
  page('vote-rules', 'Правила голосования', 'footer', voteRules),
  page('venue', 'Место проведения и доступность', 'both', venue),
  page('contacts', 'Контакты', 'footer', contacts),
  page('press', 'Прессе', 'both', press),
  page('requisites', 'Реквизиты', 'footer', requisites),
  page(POLICY, 'Политика обработки персональных данных', 'footer', privacy),
  page(CONSENT, 'Согласие на обработку персональных данных', 'none', consent),
];

function page(slug: string, title: string, place: NonNullable<Draft['place']>, content: string): Draft {
  return { slug, title, place, content: NOTE + content.replaceAll('\n', '') };
}
