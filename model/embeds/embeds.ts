import type { Provider } from './providers/provider.ts';
import { PROVIDERS, type ProviderName } from './providers.ts';

/** A page of another site in a body. Addresses are computed from it, never stored. */
export interface Embed {
  provider: ProviderName;
  id: string;
}

const LONGEST_ADDRESS = 2048; // characters

/** Embed for the address of a page or player; undefined unless the provider is listed. Without a scheme it is https. */
export function embedAt(address: string): Embed | undefined {
  const url = toUrl(address.trim());
  if (!url) return undefined;
  for (const [name, provider] of providers()) {
    const id = provider.hosts.test(url.hostname) ? provider.read(url) : undefined;
    if (id !== undefined && provider.id.test(id)) return { provider: name, id };
  }
  return undefined;
}

/** Embed for stored attributes; undefined unless the provider is listed and the id one of its ids. */
export function embedOf(provider: string | undefined, id: string | undefined): Embed | undefined {
  const known = providers().find(([name]) => name === provider);
  return known && id !== undefined && known[1].id.test(id) ? { provider: known[0], id } : undefined;
}

export function providerOf({ provider }: Embed): Provider {
  return PROVIDERS[provider];
}

export function pageOf(embed: Embed): string {
  return providerOf(embed).page(embed.id);
}

export function frameOf(embed: Embed): string | undefined {
  return providerOf(embed).frame(embed.id);
}

/** An `http(s)` address on a standard port, also without its scheme; undefined for anything else. */
export function toUrl(address: string): URL | undefined {
  const full = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (address.length > LONGEST_ADDRESS || /[\s<>"\\]/.test(address) || !address.includes('.')) return undefined;
  if (!URL.canParse(full)) return undefined;
  const url = new URL(full);
  return url.port === '' && url.username === '' && url.password === '' ? url : undefined;
}

/** As the sanitizer writes it. */
export const EMBED =
  /<figure class="embed" data-provider="([^"<]*)" data-id="([^"<]*)"><a href="([^"<]*)"[^<>]*>([^<]*)<\/a><\/figure>/g;

/** For excerpts, which hold neither titles nor addresses of embeds. */
export function withoutEmbeds(html: string): string {
  return html.replace(EMBED, '');
}

/** The address in `<iframe>` code; undefined when there is none. */
export function sourceOf(code: string): string | undefined {
  const found = /<iframe\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i.exec(code);
  const source = (found?.[1] ?? found?.[2] ?? found?.[3])?.replace(/&amp;|&#0*38;|&#x0*26;/gi, '&').trim();
  return source?.replace(/^\/\//, 'https://') || undefined;
}

/** Hosts that pages may frame. */
export const FRAME_HOSTS = [
  'www.youtube-nocookie.com',
  'rutube.ru',
  'vkvideo.ru',
  'ok.ru',
  'dzen.ru',
  't.me',
  'music.yandex.ru',
];

function providers(): [ProviderName, Provider][] {
  return Object.entries(PROVIDERS) as [ProviderName, Provider][];
}
