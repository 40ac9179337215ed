import { expect, test } from 'vitest';
import { slugify } from '../../model/text/slug.ts';

test.each<[title: string, slug: string]>([
  ['Жюри & зрители', 'zhyuri-and-zriteli'],
  ['Финал 2025: как голосовать', 'final-2025-kak-golosovat'],
  ['абвгдеёжзийклмнопрстуфхцчшщъыьэюя', 'abvgdeyozhziyklmnoprstufkhtschshschyeyuya'],
  ['АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ', 'abvgdeyozhziyklmnoprstufkhtschshschyeyuya'],
  ['Новый сезон', 'noviy-sezon'],
  ['Главный2025', 'glavniy2025'],
  ['Выйдет ли дуэт?', 'vyydet-li-duet'],
  ['НАРОДНЫЙ АРТИСТ', 'narodniy-artist'],
  ['Первый_тур', 'perviy_tur'],
  ['Объезд и съёмка', 'obyezd-i-syomka'],
  ['ОБЪЕКТ', 'obyekt'],
  ['Ночь, день и соль', 'noch-den-i-sol'],
  ['Йошкар-Ола', 'yoshkar-ola'],
  ['Ёж — ежу', 'yozh-ezhu'],
  ['За́мок и замо́к', 'zamok-i-zamok'],
  ['Весенний ёжик'.normalize('NFD'), 'vesenniy-yozhik'],
  ['Всё хорошо, Ѝрина', 'vsyo-khorosho-irina'],
  ['«Голос»: 10 вопросов', 'golos-10-voprosov'],
  ['Песня № 1', 'pesnya-1'],
  ['Билеты: 50 %', 'bilety-50'],
  ['Москва/Сочи', 'moskvasochi'],
  ['рок-н-ролл', 'rok-n-roll'],
  ['  Пробелы   вокруг  ', 'probely-vokrug'],
  ['Строка\nи\tтабуляция', 'stroka-i-tabulyatsiya'],
  ['Неразрывный пробел', 'nerazryvniy-probel'],
  ['Два & три & четыре', 'dva-and-tri-and-chetyre'],
  ['R&B', 'r-and-b'],
  ['&', 'and'],
  ['&&', 'and-and'],
  ['& начало', 'and-nachalo'],
  ['snake_case Title', 'snake_case-title'],
  ['_подчёркнуто_', '_podchyorknuto_'],
  ['a---b', 'a-b'],
  ['--a--', 'a'],
  ['a – b — c', 'a-b-c'],
  ['Ångström über naïve', 'angstrom-uber-naive'],
  ['Łódź', 'lodz'],
  ['Ærø', 'aero'],
  ['Œuvre', 'oeuvre'],
  ['Straße STRAẞE', 'strasse-strasse'],
  ['Đorđe Balašević', 'dorde-balasevic'],
  ['İstanbul, Işık', 'istanbul-isik'],
  ['Ǿ ǽ', 'o-ae'],
  ['Tiếng Việt', 'tieng-viet'],
  ['C++ и C#', 'c-i-c'],
  ["don't", 'dont'],
  ['1️⃣ место 🏆', '1-mesto'],
  ['日本語', ''],
  ['«—»', ''],
  ['---', ''],
  ['', ''],
])('slugify %s → %s, which stays as it is', (title, slug) =>
  expect([slugify(title), slugify(slug)]).toEqual([slug, slug]),
);

test('slugify follows the rule step by step on Latin text', () => {
  const alphabet = ['a', 'Z', '5', '_', '-', ' ', '\t', '&', '.', 'é', 'Ü', '/'];
  for (let n = 0; n < 12 ** 4; n += 1) {
    const text = [0, 1, 2, 3].map((place) => alphabet[Math.floor(n / 12 ** place) % 12]).join('');
    expect(slugify(text), JSON.stringify(text)).toBe(stepByStep(text));
  }
});

test('slugify takes a megabyte of anything at once', { timeout: 30_000 }, () => {
  const megabyte = 2 ** 20;
  expect(slugify('-'.repeat(megabyte))).toBe('');
  expect(slugify('a-'.repeat(megabyte / 2))).toHaveLength(megabyte - 1);
  expect(slugify(' '.repeat(megabyte))).toBe('');
  expect(slugify('&'.repeat(megabyte)).length).toBe(4 * megabyte - 1);
  expect(slugify('ый'.repeat(megabyte / 2)).length).toBe(megabyte);
  expect(slugify(`a${'\u0301\u0316'.repeat(megabyte / 2)}`)).toBe('a');
});

/** The rule as it is told, one step after the other. */
function stepByStep(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, '-')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/&/g, '-and-')
    .replace(/[^\w-]+/g, '')
    .replace(/--+/g, '-')
    .replace(/^-+/, '')
    .replace(/-+$/, '');
}
