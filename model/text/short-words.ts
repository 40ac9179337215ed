const SHORT = /(?<![\p{L}\p{N}-])(?!(?:же|ли|ль|бы|б|ж) )([а-яё]{1,2}) (?=[«„"(]?[\p{L}\p{N}])/giu;
const CHAIN = /(\u00a0[^\s\u00a0]+)\u00a0(?=\p{L}+\u00a0\p{L})/gu;

/**
 * For display: no-break spaces after words of one or two letters and before dashes, and breaks within longer chains. Two
 * words stay as they are: they fit one line.
 */
export function bindShortWords(text: string): string {
  if (text.trim().split(/\s+/, 3).length < 3) return text;
  return text.replace(CHAIN, '$1 ').replace(SHORT, '$1\u00a0').replace(/ — /g, '\u00a0— ');
}
