import { stemmer } from '@orama/stemmers/russian';
import { DERIVED, RELATED, STOP_WORDS } from './related.ts';

/** Version of the stemming rules, here and in `text/plain.ts`: rows of an older one are indexed again at the next start. */
export const STEM_RULES = 8;

/**
 * Stems of a word in its form for searching (`wordsOf`), at least one; words are forms of one another when they share a stem.
 * Snowball alone takes nouns for verbs («финал» → «фина», «алена» → «ал»); case endings alone keep genitives apart («конкурсов»)
 * and take «альбом» for an instrumental.
 */
export function stemsOf(word: string): string[] {
  if (!/^\p{Script=Cyrillic}{3,}$/u.test(word)) return [word];
  const irregular = IRREGULAR.get(word);
  if (irregular) return [irregular];
  if (SHORT_NOUN.test(word)) return [word.replace(SHORT_NOUN, '$1й')];
  const whole = LIKE_A_CASE.test(word) ? [word.replace(/(?:й|(?<=а)я|(?<=е)[ею]|(?<=м)у)$/, '')] : [];
  const verb = word.replace(SHORT_VERB, '$1ить').replace(NU_VERB, '$1нут');
  const snowball = verb === word ? stemmer(word) : verb;
  const others = [snowball, ...whole].filter((stem) => stem.length >= SHORTEST);
  const telling = [withoutCase(word), ...others].filter((stem) => !STOP_WORDS.has(stem));
  return [...new Set((telling.length > 0 ? telling : [word]).map(withoutFleeting))];
}

/** Forms of a stem that share no beginning with it: «люди» of «человек». */
export function irregularForms(stem: string): string[] {
  return formsOf.get(stem)?.map(([form]) => form) ?? [];
}

/** Stems of words of the same family: «победил» for «победитель», «баночка» for «банка». */
export function relativesOf(stem: string): readonly string[] {
  if (!/^\p{Script=Cyrillic}/u.test(stem)) return families.get(stem) ?? [];
  const derived = DERIVED.filter(([ending]) => ending.test(stem)).map(([ending, other]) => stem.replace(ending, other));
  return [...[stem, ...derived].flatMap((each) => families.get(each) ?? []), ...derived, ...aspectsOf(stem)];
}

/** Last consonants of a root that take the place of one another: «побед» and «побежд», «представ» and «представл». */
const ALTERNATING = ['д ж жд з', 'т ч щ ст', 'с ш', 'б бл', 'в вл', 'м мл', 'п пл'].map((same) => same.split(' '));

/** Stems of the other aspect of a verb, of its participles and nouns: «отказыва» and «откажет» for «отказ». */
function aspectsOf(stem: string): string[] {
  const [, start = '', last = ''] =
    /^(.{4,}?)(жд|ст|[бвмп]л|[^аеиоуыэюя])(?:[ыи]ва|[ое]ва|[ая]|н(?:ут)?|(?<=[жчшщ])[еу]т)?$/.exec(stem) ?? [];
  const roots = last === '' ? [] : (ALTERNATING.find((same) => same.includes(last)) ?? [last]);
  const made = roots.flatMap((end) =>
    ['', 'а', 'я', 'н', 'нут', 'ыва', 'ива', 'ова', 'ева', 'ет', 'ут'].map((rest) => start + end + rest),
  );
  return made.filter((other) => other !== stem);
}

/** Forms that no rule reaches, each between commas one word: the first is its stem. */
const IRREGULAR = new Map(
  [
    'ребенок дети детей детям детьми детях ребенка ребенку ребенком ребенке',
    'человек человека человеку человеком человеке люди людей людям людьми людях',
    'год года году годом годе годы годов лет годам годами годах, имя имени именем имена имен именам именами именах',
    'время времени временем времена времен, день дня дню днем дне дни дней дням днями днях',
    'песня песни песне песню песней песнею песен песням песнями песнях, мать матери матерью матерей',
    'дочь дочери дочерью дочерей, гость гостя гостю гостем гости гостей гостям гостями гостях гостья гостьи',
    'друг друга другу другом друге друзья друзей друзьям друзьями друзьях, сын сына сыну сыном сыновья сыновей',
    'брат брата брату братом братья братьев, хор хора хору хором хоре хоры хоров хорам хорами хорах',
    'пес пса псу псом псы псов, льва лев льву львом льве львы львов, льда лед льду льдом льде льды льдов',
    'сна сон сну сном сне сны снов снам снами снах, орел орла орлу орлом орле орлы орлов орлам орлами орлах',
    'любовь любви любовью любови, церковь церкви церковью церквей церквам церквами церквах, пламя пламени пламенем',
    'знамя знамени знаменем знамена знамен знаменам знаменами, почти, часто, соня сони соне соню соней',
    'небо неба небу небом небе небеса небес небесам небесами небесах',
    'чудо чуда чуду чудом чуде чудеса чудес чудесам чудесами чудесах, надя нади наде надю надей',
    'уфа уфы уфе уфу уфой, хозяин хозяина хозяину хозяином хозяине хозяева хозяев хозяевам хозяевами хозяевах',
    'деньги денег деньгам деньгами деньгах, лето лета лету летом лете, мая май маю маем мае',
    'прием приема приему приемом приеме приемы приемов приемам приемами приемах',
    'брать беру берет берем берут брал брала брали, дать дам даст дадут дал дала дали',
    'другой другая другое другие другого другому другую других другим другими',
    'дарья дарьи дарье дарью дарьей, артем артема артему артемом артеме, среда среды среде среду средой',
    'семья семьи семье семью семьей семей семьям семьями семьях, ничего ничему ничем, ничья ничью ничьей',
    'платье платья платью платьем платьев платьям платьями платьях, больше, гала',
    'улей улья улью ульем улье ульи ульев ульям ульями ульях, странный странная странное странные странно',
    'колокольня колокольни колокольне колокольню колокольней колоколен колокольням колокольнями колокольнях',
    'правило правила правил правилу правилом правиле правилам правилами правилах',
  ]
    .flatMap((line) => line.split(', ').map((forms) => forms.split(' ')))
    .flatMap((forms) => forms.map((form): [string, string] => [form, forms[0] ?? form])),
);

const formsOf = Map.groupBy(IRREGULAR, ([, stem]) => stem);

const CASE_ENDING =
  /(?:иями|ями|ами|ией|иям|ием|иях|ыми|ими|его|ого|ему|ому|ия|ие|ии|ию|ий|ая|яя|ое|ее|ые|ый|ой|ую|юю|ых|их|ым|им|ом|ем|ей|ою|ею|ам|ям|ах|ях|[аяоеыиуюьй])$/;
/** «альбому», «диплом», «музей», «Николая»: what looks like an ending may belong to the stem. */
const LIKE_A_CASE = /(?:[оеаяыи]м|[еои]й|[аяиы]х|ая|е[ею]|[ое]му)$/;
/** Snowball takes all of «мирится» for a form of «мир», and of «летит» for one of «лет». */
const SHORT_VERB = /^(.{3})(?:и(?:шь|т|м|те|ть|л[аио]?)|ят|ат)(?:ся|сь)?$/;
/** «вернуть», «вернул», «вернёт», «вернись». */
const NU_VERB = /^(..+[^аеиоуыэюя])(?:ну(?:ть|л[аио]?|вш.+|т|сь)?|не(?:шь|т|м|те)|ни(?:те)?)(?:ся|сь)?$/;
/** «цой», «цоя», «цоем»: two letters of a stem are not enough for `withoutCase`. */
const SHORT_NOUN = /^([бвгджзклмнпрстфхцчшщ][аеоуэ])(?:[йяюие]|[ео][йм]|ев|ям|ями|ях)$/;
const SHORTEST = 3;

/** Two letters are enough for these: «ев» of «Евой», but not «ст» of «стих». */
const NAME_ENDING = /^(?:.|и?[еио]й|и[июя]|[ео][мю])$/;

/** Not «-ов»: surnames have it in all forms. */
function withoutCase(word: string): string {
  const stem = word.replace(CASE_ENDING, '');
  const isWhole = stem.length < SHORTEST && !(/.[^аеиоуыэюя]$/.test(stem) && NAME_ENDING.test(word.slice(stem.length)));
  return isWhole ? word : stem;
}

/** «певец» and «певца», «сестёр» and «сестра» differ in a vowel before their last consonant, «писем» and «письмо» in «ь» there. */
function withoutFleeting(stem: string): string {
  return stem
    .replace(/(?:(?<=^.+[^аеиоуыэюя])[ео](?=[кнц]$)|(?<=^.{2,}[^аеиоуыэюя])[ео](?=[рлмб](?:ск)?$))|ь(?=[кцмб]$)/, '')
    .replace(/(?<=[аеиоуыюя])е(?=[кц]$)/, 'й')
    .replace(/(?<=..[ая]н)ин$/, '');
}

const families = new Map<string, string[]>();
for (const family of RELATED) {
  const stems = [...new Set(family.flatMap(stemsOf))];
  for (const stem of stems)
    families.set(stem, [...(families.get(stem) ?? []), ...stems.filter((each) => each !== stem)]);
}
