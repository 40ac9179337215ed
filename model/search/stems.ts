import { stemmer } from '@orama/stemmers/russian';
import { RELATED } from './related.ts';

/** Raised with each change of the rules below: what was stored by others is made anew at the next start. */
export const STEM_RULES = 3;

/**
 * Stems of a word in its form for searching (`wordsOf`), at least one; words are forms of one another when they share a stem.
 * Snowball alone takes nouns for verbs («финал» → «фина», «алена» → «ал»); case endings alone keep genitives apart («конкурсов»)
 * and take «альбом» for an instrumental.
 */
export function stemsOf(word: string): string[] {
  if (!/^\p{Script=Cyrillic}{3,}$/u.test(word)) return [word];
  const irregular = IRREGULAR.get(word);
  if (irregular) return [irregular];
  const whole = LIKE_A_CASE.test(word) ? [word.replace(/(?:й|(?<=а)я)$/, '')] : [];
  const stems = [withoutCase(word), stemmer(word), ...whole];
  const long = stems.filter((stem) => stem.length >= SHORTEST);
  return [...new Set((long.length > 0 ? long : [word]).map(withoutFleeting))];
}

/** Forms of a stem that share no beginning with it: «люди» of «человек». */
export function irregularForms(stem: string): string[] {
  return formsOf.get(stem)?.map(([form]) => form) ?? [];
}

/** Stems of words of the same family: «победил» for «победитель», «баночка» for «банка». */
export function relativesOf(stem: string): readonly string[] {
  const derived = DERIVED.filter(([ending]) => ending.test(stem)).map(([ending, other]) => stem.replace(ending, other));
  return [...(families.get(stem) ?? []), ...derived];
}

/** What one stem becomes in another word: young animals, diminutives, adjectives, verbs. Not surnames in «-овский». */
const DERIVED: readonly [RegExp, string][] = [
  [/(?<=..)ят$/, 'енк'],
  [/(?<=..)енк$/, 'ят'],
  [/(?<=.[^аеиоуыэюя])[ое]чк$/, 'к'],
  [/(?<=.[жшчщ])к$/, 'ечк'],
  [/(?<=.[^аеиоуыэюяжшчщй])к$/, 'очк'],
  [/(?<=.{5})(?<!ов|ев|ин|ын)ск$/, ''],
  [/(?<=.{5})(?<!ов|ев|ин|ын|ск)$/, 'ск'],
  [/(?:(?<=.{4})ирова.*|(?<=.{5})ир)$/, ''],
  [/(?<=.{5})(?<!ир|ова)$/, 'ир*'],
];

/** Forms that no rule reaches, each line one word: the first is its stem. */
const IRREGULAR = new Map(
  [
    'ребенок дети детей детям детьми детях ребенка ребенку ребенком ребенке',
    'человек человека человеку человеком человеке люди людей людям людьми людях',
    'год года году годом годе годы годов лет годам годами годах',
    'имя имени именем имена имен именам именами именах',
    'время времени временем времена времен',
    'день дня дню днем дне дни дней дням днями днях',
    'песня песни песне песню песней песнею песен песням песнями песнях',
    'мать матери матерью матерей',
    'дочь дочери дочерью дочерей',
    'гость гостя гостю гостем гости гостей гостям гостями гостях гостья гостьи',
    'друг друга другу другом друге друзья друзей друзьям друзьями друзьях',
    'сын сына сыну сыном сыновья сыновей',
    'брат брата брату братом братья братьев',
    'хор хора хору хором хоре хоры хоров хорам хорами хорах',
    'пес пса псу псом псы псов',
    'лев льва льву львом льве львы львов',
    'лед льда льду льдом льде льды льдов',
    'сон сна сну сном сне сны снов снам снами снах',
    'орел орла орлу орлом орле орлы орлов',
    'любовь любви любовью любови',
    'церковь церкви церковью церквей церквам церквами церквах',
    'пламя пламени пламенем',
    'знамя знамени знаменем знамена знамен знаменам знаменами',
    'небо неба небу небом небе небеса небес небесам небесами небесах',
    'чудо чуда чуду чудом чуде чудеса чудес чудесам чудесами чудесах',
    'уфа уфы уфе уфу уфой',
    'брать беру берет берем берут брал брала брали',
    'дать дам даст дадут дал дала дали',
    'другой другая другое другие другого другую других другим другими',
    'странный странная странное странные странно',
    'почти',
    'часто',
  ].flatMap((line) => line.split(' ').map((form): [string, string] => [form, line.split(' ', 1)[0] ?? form])),
);

const formsOf = Map.groupBy(IRREGULAR, ([, stem]) => stem);

const CASE_ENDING =
  /(?:иями|ями|ами|ией|иям|ием|иях|ыми|ими|его|ого|ему|ому|ия|ие|ии|ию|ий|ая|яя|ое|ее|ые|ый|ой|ую|юю|ых|их|ым|им|ом|ем|ей|ою|ею|ам|ям|ах|ях|[аяоеыиуюьй])$/;
/** «альбом», «диплом», «музей», «Николая»: what looks like an ending may belong to the stem. */
const LIKE_A_CASE = /(?:[оеаяыи]м|[еои]й|[ая]х|ая)$/;
const SHORTEST = 3;

/** Not «-ов»: surnames have it in all forms. */
function withoutCase(word: string): string {
  const stem = word.replace(CASE_ENDING, '');
  return stem.length < SHORTEST ? word : stem;
}

/** «певец» and «певца», «сестёр» and «сестра» differ in a vowel before their last consonant, «писем» and «письмо» in «ь» there. */
function withoutFleeting(stem: string): string {
  return stem.replace(
    /(?:(?<=^.+[^аеиоуыэюя])[ео](?=[кнц]$)|(?<=^.{2,}[^аеиоуыэюя])[ео](?=[рлмб](?:ск)?$))|ь(?=[цмб]$)/,
    '',
  );
}

const families = new Map<string, string[]>();
for (const family of RELATED) {
  const stems = [...new Set(family.flatMap(stemsOf))];
  for (const stem of stems)
    families.set(stem, [...(families.get(stem) ?? []), ...stems.filter((each) => each !== stem)]);
}
