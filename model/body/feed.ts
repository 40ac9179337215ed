/** Stored body for feed readers: addresses are full, `base` is the article's. Takes only output of `sanitizeBody`. */
export function feedBody(html: string, base: string): string {
  return html.replace(/<(?:a|img) [^>]*>/g, (tag) =>
    tag.replace(/ (href|src)="([^"]*)"/g, (whole, name: string, address: string) =>
      /^[a-z][a-z0-9+.-]*:/i.test(address) || !URL.canParse(address, base)
        ? whole
        : ` ${name}="${new URL(address, base).href}"`,
    ),
  );
}
