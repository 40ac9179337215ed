import { expect, test } from 'vitest';
import { sanitizeBody } from '../../model/body/body.ts';
import { groupsIn } from '../rig/cases.ts';

/** What writes it, with bodies in which `{}` is where words stand, and behind ` → ` what is lost of it. */
const SHAPES = groupsIn('body/real-bodies.txt', '', {
  IMG: 'https://site.example/wp-content/uploads/2025/07/a.jpg',
});

const TEXTS: readonly (readonly string[])[] = [
  ['Финал пройдёт 20 июля', 'Двери откроют в 18:00', 'Жюри и зрители', 'голосуют поровну', 'Четырнадцать песен'],
  ['«Берега» Юлии Северовой', 'ждали девять лет', '— Кто следующий? —', 'спросил ведущий', 'Ответа не было'],
  ['Билет&nbsp;— от 900&nbsp;₽', 'дети до 7 лет бесплатно', 'Вход №&nbsp;3', 'лифт &amp; пандус', '5 &lt; 7'],
  ['слово', 'Ёлка', 'съёмка', 'объявление', 'й'],
  ['Песня длится три минуты, не больше шести человек на сцене; весь вокал живой', 'Правило 1', 'Правило 2', 'И всё'],
  ['Анна', 'Борис  и   Вера', 'Глеб\tДаша', 'Ева\nЖеня', '&laquo;Зоя&raquo;'],
];

function filled(shape: string, texts: readonly string[]): { html: string; words: string; lost: string[] } {
  const [markup = '', ...lost] = shape.split(' → ');
  const given: string[] = [];
  const html = markup.replaceAll('{}', () => {
    const text = texts[given.length % texts.length] ?? '';
    given.push(text);
    return text;
  });
  return { html, words: given.join(' '), lost };
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', laquo: '«', raquo: '»' };

function wordsOf(text: string): string[] {
  const read = text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
  return read.replace(/https?:\S+|\[1\]/g, ' ').match(/[\p{Script=Cyrillic}\d№₽<&]+/gu) ?? [];
}

const textOf = (html: string) =>
  html.replace(/<\/?(?:b|strong|i|em|u|s|a|sup|sub|code)(?: [^>]*)?>/g, '').replace(/<[^>]*>/g, ' ');

test.each(SHAPES)('a body of %s keeps every word in its order, and what goes is named', (_source, ...shapes) => {
  for (const shape of shapes)
    for (const texts of TEXTS) {
      const { html, words, lost } = filled(shape, texts);
      const gone = new Set<string>();
      const body = sanitizeBody(html, (what) => gone.add(what));
      expect([html, wordsOf(textOf(body))]).toEqual([html, wordsOf(words)]);
      expect([html, [...gone]]).toEqual([html, lost]);
      expect(sanitizeBody(body, (what) => expect.fail(`${what} is lost again in ${body}`))).toBe(body);
    }
});
