/** The text without those of the characters `ends` that stand at its end. Linear, unlike `/[…]+$/`. */
export function withoutEnd(text: string, ends: string): string {
  let end = text.length;
  while (end > 0 && ends.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
