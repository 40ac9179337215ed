/** Keyboard rows, each aligned by column with the next. */
const LATIN_KEYS = [' 1234567890-=', ' qwertyuiop[]', " asdfghjkl;'", ' zxcvbnm,./'];
const RUSSIAN_KEYS = [' 1234567890-=', ' йцукенгшщзхъ', ' фывапролджэ', ' ячсмитьбю.'];
const SHIFTED_KEYS = [' !@#$%^&*()_+'];

export const KEYBOARDS = [LATIN_KEYS, RUSSIAN_KEYS, SHIFTED_KEYS];

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
export const COMMON_WORDS: readonly string[] = [
  ...ENGLISH.flatMap((line) => line.split(' ')),
  ...TRANSLITERATED.split(' '),
  ...russian,
  ...russian.map(onLatinKeys),
];

function onLatinKeys(word: string): string {
  return [...word].map((letter) => latinKey(letter)).join('');
}

function latinKey(letter: string): string {
  for (const [row, keys] of RUSSIAN_KEYS.entries()) {
    const at = keys.indexOf(letter);
    if (row > 0 && at > 0) return LATIN_KEYS[row]?.[at] ?? letter;
  }
  return letter;
}
