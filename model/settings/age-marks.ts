/** Age marks of Federal Law 436-FZ, article 6, mildest first. Pure: the panel offers them. */
export const AGE_MARKS = ['0+', '6+', '12+', '16+', '18+'];

/** An article's mark, if stricter than the site's. */
export function stricterAge(own: string | null, site: string): string | undefined {
  return own !== null && AGE_MARKS.indexOf(own) > AGE_MARKS.indexOf(site) ? own : undefined;
}
