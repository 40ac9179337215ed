/** `festival.ru/final` becomes `https://festival.ru/final`; other text is only trimmed. */
export function completeAddress(typed: string): string {
  const text = typed.trim();
  return /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?([/?#]|$)/u.test(text) ? `https://${text}` : text;
}

export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
