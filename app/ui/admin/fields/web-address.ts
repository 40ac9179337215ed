/** `festival.ru/final` typed without a scheme becomes `https://festival.ru/final`; anything else stays as it is, trimmed. */
export function completeAddress(typed: string): string {
  const text = typed.trim();
  return /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?([/?#]|$)/u.test(text) ? `https://${text}` : text;
}
