/** Keys of the Latin and the Russian keyboard layout, in the same order. */
const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const RUSSIAN = 'йцукенгшщзхъфывапролджэячсмитьбюё';

/** Text of the same keys in the Latin layout, in lower case: «пароль» is `gfhjkm`. Other characters stay. */
export function onLatinKeys(text: string): string {
  return onKeys(text, RUSSIAN, LATIN);
}

/** Text of the same keys in the Russian layout, in lower case. Other characters stay. */
export function onRussianKeys(text: string): string {
  return onKeys(text, LATIN, RUSSIAN);
}

function onKeys(text: string, from: string, to: string): string {
  return [...text.toLowerCase()].map((key) => (from.includes(key) ? (to[from.indexOf(key)] ?? key) : key)).join('');
}
