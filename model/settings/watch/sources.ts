import { z } from 'zod';
import { invalid } from '../../../errors.ts';
import { address, filledLine, text } from '../../fields.ts';
import { embedOf } from './players.ts';

const MAX_SOURCES = 10;
const ID = /^[a-z0-9-]{1,40}$/;
const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i;
const WRONG_ID = 'Источник: его обозначение состоит из латинских букв, цифр и дефисов.';

export const sourceSchema = z.object({
  id: z.string(),
  title: z.string().describe('Name for visitors and editors'),
  player_url: z.string().nullable().describe('Embedded player; null is the site’s own'),
  stream_url: z.string().nullable().describe('HLS source for the player; null: the server’s configuration'),
  kind: z.enum(['sign', 'description']).optional().describe('Sign language or audio description; absent otherwise'),
  language: z.string().optional().describe('Language of speech or signs, BCP 47; absent if unspecified'),
});

export type Source = z.output<typeof sourceSchema>;

const MAX_CODE = 5000;
const HLS_PATH = /^\/(?!\/)[^\s\\<>"]*$/;

export const streamAddress = address('Адрес потока', { local: HLS_PATH });
/** Accepts a video page or `<iframe>` code; 400 for pages that cannot be framed. */
export const playerAddress = text('Адрес плеера', MAX_CODE)
  .nullable()
  .transform((pasted, context) => {
    const embed = pasted === null ? undefined : embedOf(pasted);
    if (!embed) return pasted;
    if ('address' in embed) return embed.address;
    context.addIssue(embed.refusal);
    return z.NEVER;
  })
  .pipe(address('Адрес плеера', { local: /^\/player$/ }));

const kindSchema = z
  .enum(
    ['main', 'sign', 'description'],
    'Источники: вид — main, sign (жестовый язык) или description (тифлокомментарий).',
  )
  .nullable()
  .transform((kind) => (kind === null || kind === 'main' ? undefined : kind));

const languageSchema = text('Язык источника', 35)
  .nullable()
  .transform((code) => code?.trim() || undefined)
  .refine((code) => code === undefined || LANGUAGE.test(code), 'Язык источника: нужен код языка, например ru или en.');

export const sourcesSchema = z
  .array(
    z.object(
      {
        id: z.string(WRONG_ID).regex(ID, WRONG_ID).optional(),
        title: filledLine('Название источника', 100),
        player_url: playerAddress.optional(),
        stream_url: streamAddress.optional(),
        kind: kindSchema.optional(),
        language: languageSchema.optional(),
      },
      'Источники: у каждого должно быть название.',
    ),
    'Источники: нужен список.',
  )
  .max(MAX_SOURCES, `Источники: не больше ${MAX_SOURCES}.`);

export const activeSchema = z
  .string('Основной источник: выберите один из списка источников.')
  .nullable()
  .transform((id) => id || null);

/** Fills in missing ids: the first free `source-1`, `source-2`, … An ordinary source has no mark. 400 for duplicates. */
export function identify(given: z.output<typeof sourcesSchema>): Source[] {
  const taken = new Set<string>();
  for (const { id } of given) {
    if (id === undefined) continue;
    if (taken.has(id)) throw invalid('sources', `Источники: «${id}» стоит дважды.`);
    taken.add(id);
  }
  return given.map(({ id = freeId(taken), title, player_url = null, stream_url = null, kind, language }) => ({
    ...{ id, title, player_url, stream_url },
    ...(kind && { kind }),
    ...(language && { language }),
  }));
}

function freeId(taken: Set<string>): string {
  let number = 1;
  while (taken.has(`source-${number}`)) number += 1;
  taken.add(`source-${number}`);
  return `source-${number}`;
}
