import { z } from 'zod';
import type { Db } from '../../db/tables.ts';
import { invalid } from '../../errors.ts';
import { isHexColour } from '../colour/oklch.ts';
import { isHttpAddress, isUploadedImage, storable } from '../fields.ts';
import { assertImage } from '../images/lookup.ts';
import type { Store } from '../store.ts';
import { problemOfMarks } from '../text/name-marks.ts';
import { plain } from '../text/plain.ts';
import { bindShortWords } from '../text/typograf.ts';
import { AGE_MARKS } from './age-marks.ts';
import { changeSetting, readSetting, type Versioned } from './define.ts';
import { siteTextDefaults } from './site-text-defaults.ts';

export const siteTextSchema = z.record(z.string(), z.string());

type TextChange = [key: string, text: string | null];

export type SiteText = Record<keyof typeof siteTextDefaults, string> & Record<string, string>;

const SITE_TEXT = { name: 'site-text', defaults: siteTextDefaults, topic: 'site-content' } as const;
const MAX_KEYS = 500;
const MAX_TEXT = 20_000;
const KEYS_IN_JOURNAL = 5;
const KEY = /^[A-Za-z0-9_.-]{1,100}$/;
const LOCAL = /^\/(?!\/)[^\s\\<>"\p{Cc}]*$/u;
const ABSOLUTE = 'полный адрес, который начинается с https:// или http://';

/** Keys with restricted texts; an empty text is always valid. */
const RULES: Record<string, { fits: (text: string) => boolean; refusal: string }> = {
  accent_color: { fits: isHexColour, refusal: 'Акцентный цвет: нужен цвет вида #ff5a2b, или оставьте поле пустым.' },
  logo_image: { fits: isUploadedImage, refusal: 'Логотип: загрузите картинку на сайт или оставьте поле пустым.' },
  legal_age: {
    fits: (text) => AGE_MARKS.includes(text),
    refusal: `Возрастная отметка: одна из ${AGE_MARKS.join(', ')}, или оставьте поле пустым.`,
  },
  legal_privacy: {
    fits: (text) => isHttpAddress(text) || LOCAL.test(text),
    refusal: `Политика обработки данных: нужен путь на этом сайте, который начинается с /, ${ABSOLUTE}, или оставьте поле пустым.`,
  },
  social_telegram: linkTo('Telegram'),
  social_youtube: linkTo('YouTube'),
  social_tiktok: linkTo('TikTok'),
  social_rutube: linkTo('Rutube'),
};

function linkTo(site: string) {
  return { fits: isHttpAddress, refusal: `Ссылка на ${site}: нужен ${ABSOLUTE}, или оставьте поле пустым.` };
}

const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype']; // prototype pollution

/** All texts: defaults, changes and added keys. */
export function readSiteText(db: Db): Promise<Versioned<SiteText>> {
  return readSetting<SiteText>(db, 'site-text', siteTextDefaults);
}

/** `readSiteText`, with `unsaved` over it, for pages: defaults for blank headings, no short word at the end of a line. */
export async function readShownSiteText(
  db: Db,
  unsaved: Readonly<Record<string, string>> = {},
): Promise<Versioned<SiteText>> {
  const { value, version } = await readSiteText(db);
  const shown: SiteText = { ...value, ...unsaved };
  for (const [key, text] of Object.entries(shown))
    if (!/^(site_|legal_marks$)/.test(key)) shown[key] = bindShortWords(text);
  for (const [key, text] of Object.entries(siteTextDefaults)) {
    if (/_(title|name)$/.test(key) && !shown[key]?.trim()) shown[key] = text;
  }
  return { value: shown, version };
}

/** Sets the given keys; null deletes an added one. 400 for a bad key or value, an unknown logo, over 500 keys; 412. */
export async function saveSiteText(
  store: Store,
  input: unknown,
  by: string,
  expected?: number[],
): Promise<Versioned<SiteText>> {
  const change = readChange(input);
  const saved = await changeSetting<Record<string, string>>(store, SITE_TEXT, { by, expected }, async (before, tx) => {
    const value = await applyChange(tx, before, change);
    const changed = change.map(([key]) => key).filter((key) => before[key] !== value[key]);
    return { value, action: 'site-text.update', title: shorten(changed) };
  });
  return { ...saved, value: { ...siteTextDefaults, ...saved.value } };
}

/** Given texts as a save would store them, without deleted keys. 400 as for `saveSiteText`. */
export function previewSiteText(input: unknown): Record<string, string> {
  return Object.fromEntries(readChange(input).flatMap(([key, text]) => (text === null ? [] : [[key, text]])));
}

async function applyChange(
  db: Db,
  before: Record<string, string>,
  change: TextChange[],
): Promise<Record<string, string>> {
  const texts: Record<string, string> = { ...before };
  for (const [key, text] of change) {
    if (text === null) delete texts[key];
    else texts[key] = text;
  }
  if (Object.keys(texts).length > MAX_KEYS) throw invalid('keys', `Тексты сайта: не больше ${MAX_KEYS} ключей.`);
  const logo = texts.logo_image ?? '';
  if (logo !== before.logo_image) await assertImage(db, 'logo_image', 'Логотип', logo || null);
  return texts;
}

function shorten(keys: string[]): string {
  const shown = keys.slice(0, KEYS_IN_JOURNAL).join(', ');
  return keys.length > KEYS_IN_JOURNAL ? `${shown}, …` : shown;
}

function readChange(input: unknown): TextChange[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalid('body', 'Тексты сайта: нужен список текстов с их ключами.');
  return Object.entries(input).map(([key, text]) => [readKey(key), readText(key, text)]);
}

function readKey(key: string): string {
  if (KEY.test(key) && !FORBIDDEN_KEYS.includes(key)) return key;
  throw invalid(
    'key',
    'Тексты сайта: ключ состоит из латинских букв, цифр, точек, дефисов и подчёркиваний, не длиннее 100 знаков.',
  );
}

function readText(key: string, text: unknown): string | null {
  if (text === null && !Object.hasOwn(siteTextDefaults, key)) return null;
  if (typeof text !== 'string') throw invalid(key, 'Тексты сайта: здесь нужен текст.');
  if (text.length > MAX_TEXT) throw invalid(key, `Тексты сайта: не длиннее ${MAX_TEXT} знаков.`);
  const given = plain(storable(text));
  const rule = Object.hasOwn(RULES, key) ? RULES[key] : undefined;
  const problem = key === 'legal_marks' ? problemOfMarks(given) : undefined;
  if (problem) throw invalid(key, problem);
  if (!rule) return given;
  const value = given.trim();
  if (value !== '' && !rule.fits(value)) throw invalid(key, rule.refusal);
  return key === 'accent_color' ? value.toLowerCase() : value;
}
