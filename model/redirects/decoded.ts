/** Readable form: letters instead of percent-encoding; parses to the same address. Pure: the panel uses it, too. */
export function decoded(address: string): string {
  return address.replace(/(?:%[89A-F][0-9A-F])+/g, (codes) => {
    try {
      const letters = decodeURIComponent(codes);
      return /[\s\p{C}]/u.test(letters) ? codes : letters;
    } catch {
      return codes;
    }
  });
}
