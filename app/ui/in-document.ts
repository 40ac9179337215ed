/** What the server wrote, undefined on the server: React leaves the same object as it is, with what scripts changed in it. */
export function inDocument(selector: string): { __html: string } | undefined {
  return import.meta.env.SSR ? undefined : { __html: document.querySelector(selector)?.innerHTML ?? '' };
}
