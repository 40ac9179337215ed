import { invalid } from '../../errors.ts';
import { onLatinKeys } from '../text/layout.ts';

export const PASSWORD_LENGTH = { min: 12, max: 1024 };

const MIN_PIECES = 6;
const MAX_CHECKED = 128; // a longer tail cannot make a strong prefix weaker
const MAX_WORD = 30;

/** 400 for a password under 12 or over 1,024 characters, or easy to guess; `known`: username, site name. */
export function assertGoodPassword(password: string, known: string[]): void {
  const { min, max } = PASSWORD_LENGTH;
  const length = [...password].length;
  if (length < min) throw invalid('password', `Пароль слишком короткий: нужно не меньше ${min} знаков.`);
  if (password.length > max) throw invalid('password', `Пароль слишком длинный: нужно не больше ${max} знаков.`);
  if (!isEasyToGuess(password, known)) return;
  throw invalid(
    'password',
    'Такой пароль легко угадать. Возьмите несколько случайных слов или длинную случайную строку.',
  );
}

/** True when few pieces make up the password, read straight or as two interleaved texts (`a1b2c3d4`). */
export function isEasyToGuess(password: string, known: string[] = []): boolean {
  const text = plain(password).slice(0, MAX_CHECKED);
  const words = new Set([...COMMON_WORDS, ...known.map(plain).flatMap((name) => [name, ...name.split(/\P{L}+/u)])]);
  const every = (remainder: number) => [...text].filter((_, at) => at % 2 === remainder).join('');
  return Math.min(pieces(text, words), pieces(every(0), words) + pieces(every(1), words)) < MIN_PIECES;
}

function pieces(text: string, words: Set<string>): number {
  const cost = new Array<number>(text.length + 1).fill(Number.POSITIVE_INFINITY);
  cost[0] = 0;
  for (let at = 0; at < text.length; at += 1) {
    const before = cost[at] ?? 0;
    const reach = (length: number, price: number) => {
      cost[at + length] = Math.min(cost[at + length] ?? 0, before + price);
    };
    reach(1, /\d/.test(text[at] ?? '') ? 0.5 : 1);
    for (const length of patternsAt(text, at)) for (let part = 3; part <= length; part += 1) reach(part, 1);
    for (let length = 2; length <= MAX_WORD && at + length <= text.length; length += 1) {
      if (isWord(text.slice(at, at + length), words)) reach(length, 1);
    }
  }
  return cost[text.length] ?? 0;
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е');
}

const FIGURES: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i', 1: 'i' };

function isWord(piece: string, words: Set<string>): boolean {
  if (words.has(piece) || /^(19|20)\d\d$/.test(piece)) return true;
  if (!/[0-57@$!]/.test(piece) || !/\p{L}/u.test(piece)) return false;
  const letters = piece.replace(/[0-57@$!]/g, (figure) => FIGURES[figure] ?? figure);
  return (
    words.has(letters) ||
    words.has(piece.replaceAll('1', 'l').replace(/[0-57@$!]/g, (figure) => FIGURES[figure] ?? figure))
  );
}

function patternsAt(text: string, at: number): number[] {
  const run = (follows: (from: string, to: string) => boolean) => {
    let end = at + 1;
    while (end < text.length && follows(text[end - 1] ?? '', text[end] ?? '')) end += 1;
    return end - at;
  };
  return [
    run((from, to) => from === to),
    run((from, to) => to.charCodeAt(0) - from.charCodeAt(0) === 1),
    run((from, to) => from.charCodeAt(0) - to.charCodeAt(0) === 1),
    ...KEYBOARDS.map((rows) => run((from, to) => areNeighbours(rows, from, to))),
    repetitionAt(text, at),
  ];
}

function areNeighbours(rows: string[], from: string, to: string): boolean {
  const row = rows.findIndex((keys) => keys.includes(from));
  const nextRow = rows.findIndex((keys) => keys.includes(to));
  if (row < 0 || nextRow < 0) return false;
  return (
    Math.abs(row - nextRow) <= 1 && Math.abs((rows[row] ?? '').indexOf(from) - (rows[nextRow] ?? '').indexOf(to)) <= 1
  );
}

function repetitionAt(text: string, at: number): number {
  let length = 0;
  while (at + length < text.length && text.slice(0, at).includes(text.slice(at, at + length + 1))) length += 1;
  return length;
}

/** Keyboard rows, each aligned by column with the next. */
const LATIN_KEYS = [' 1234567890-=', ' qwertyuiop[]', " asdfghjkl;'", ' zxcvbnm,./'];
const RUSSIAN_KEYS = [' 1234567890-=', ' йцукенгшщзхъ', ' фывапролджэ', ' ячсмитьбю.'];
const SHIFTED_KEYS = [' !@#$%^&*()_+'];

const KEYBOARDS = [LATIN_KEYS, RUSSIAN_KEYS, SHIFTED_KEYS];

const ENGLISH = [
  'password passwort passwd pass word admin administrator administration root user username login logon guest test testing tester demo temp default',
  'welcome letmein changeme change secret access master manager system server support service backup office company site website internet computer',
  'love iloveyou loveyou lovely baby angel princess sunshine rainbow flower butterfly chocolate cookie sweet honey forever friends family mother',
  'football baseball basketball soccer hockey player winner champion superman batman spiderman pokemon naruto starwars matrix shadow killer hunter',
  'ranger dragon monkey tiger eagle falcon mustang ferrari porsche mercedes harley yamaha samsung google facebook apple android windows microsoft',
  'linux oracle cisco michael jordan jessica ashley daniel charlie thomas robert andrew william jennifer michelle nicole amanda joshua matthew george',
  'alexander alexandra anastasia maria natasha olga elena sergey sergei dmitry andrey alexey nikita maxim vladimir ivan ivanov moscow russia london',
  'america freedom liberty summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday january february march april june july',
  'august september october november december hello world money dollar business trustno one whatever nothing anything unknown blessed jesus christ',
  'correcthorsebatterystaple qwerty qwert azerty asdf zxcv qaz wsx edc abc qwe asd zxc number phone mobile my the you your is me and new',
  'leavemealone sonyericsson finalfantasy justinbieber needforspeed counterstrike iseedeadpeople jamesbond devilmaycry playstation christopher',
  'minecraft peanutbutter residentevil ticketmaster punksnotdead sanfrancisco greenlantern warhammer michaeljackson systemofadown mortalkombat',
  'ingodwetrust thecakeisalie whosyourdaddy nightcrawler stratocaster com net org ru',
  'song contest festival music voice vote voting live stream stage eurovision intervision editor news rampa',
];
const RUSSIAN = [
  'пароль парол администратор админ редактор пользователь логин вход привет здравствуй секрет любовь люблю тебя моя мой меня солнце солнышко',
  'зайка котенок кошка собака наташа настя марина света оля лена катя аня маша саша дима сережа андрей алексей максим никита иван владимир сергей',
  'александр дмитрий михаил николай мама папа семья дети россия москва питер спартак зенит локомотив динамо футбол хоккей победа машина лето зима',
  'весна осень январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь понедельник вторник среда четверг пятница суббота',
  'воскресенье интернет компьютер сервер сайт новости новый год работа проверка тест',
  'приветкакдела мамамылараму альтернатива простоквашино чемпион простой совершенство петрозаводск днепропетровск катерина трансформеры',
  'рампа песня песни конкурс фестиваль музыка голос голосование эфир трансляция сцена финал евровидение интервидение',
];
const TRANSLITERATED =
  'parol privet lubov lyubov lublu solnce natasha nastya marina sveta katya masha sasha dima serega rossiya moskva piter spartak zenit pobeda mashina leto zima vesna osen konkurs pesnya pesni festival golos';

const russian = RUSSIAN.flatMap((line) => line.split(' '));

/** Includes Russian words typed with the Latin layout: «пароль» is `gfhjkm`. */
const COMMON_WORDS: readonly string[] = [
  ...ENGLISH.flatMap((line) => line.split(' ')),
  ...TRANSLITERATED.split(' '),
  ...russian,
  ...russian.map(onLatinKeys),
];
