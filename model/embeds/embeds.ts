import { PROVIDERS, type Provider, type ProviderName } from './providers.ts';

/** An embedded page of another site. URLs are computed from it, never stored. */
export interface Embed {
  provider: ProviderName;
  /** The provider's id, with `@<seconds>` appended if the video does not begin at its start. */
  id: string;
}

const START = /^(.+)@([1-9]\d{0,5})$/;
const TIME = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/; // `42`, `42s`, `1m2s`, `1h2m3s`

const MAX_ADDRESS = 2048; // characters

/** Embed for the address of a page or player; undefined unless the provider is listed. Without a scheme it is https. */
export function embedAt(address: string): Embed | undefined {
  const url = toUrl(address.trim());
  if (!url) return undefined;
  for (const [name, provider] of providers()) {
    const id = provider.hosts.test(url.hostname) ? provider.read(url) : undefined;
    if (id !== undefined && provider.id.test(id)) return { provider: name, id: id + startIn(url, name, id) };
  }
  return undefined;
}

/** Embed for stored attributes; undefined unless the provider is listed and the id valid. */
export function embedOf(provider: string | undefined, id: string | undefined): Embed | undefined {
  const known = providers().find(([name]) => name === provider);
  if (!known || id === undefined) return undefined;
  const embed = { provider: known[0], id };
  return known[1].id.test(split(embed).id) ? embed : undefined;
}

/** The embed without its start time: both share their metadata. */
export function fromStart(embed: Embed): Embed {
  return { provider: embed.provider, id: split(embed).id };
}

export function providerOf({ provider }: Embed): Provider {
  return PROVIDERS[provider];
}

export function pageOf(embed: Embed): string {
  const { id, start } = split(embed);
  const page = providerOf(embed).page(id);
  return start === undefined ? page : withParameter(page, 't', start[1]);
}

export function frameOf(embed: Embed): string | undefined {
  const { id, start } = split(embed);
  const frame = providerOf(embed).frame(id);
  return frame === undefined || start === undefined ? frame : withParameter(frame, ...start);
}

/** The provider's own id, and its player's parameter for the start time. */
function split({ provider, id }: Embed): { id: string; start?: [name: string, value: string] } {
  const { start } = PROVIDERS[provider] as Provider;
  const [, own, second] = START.exec(id) ?? [];
  return start && own && mayStartLate(own) ? { id: own, start: start(Number(second)) } : { id };
}

function startIn({ searchParams, hash }: URL, provider: ProviderName, id: string): string {
  const time = searchParams.get('t') ?? searchParams.get('start') ?? /^#t=(\w+)$/.exec(hash)?.[1] ?? '';
  const [, hours = 0, minutes = 0, seconds = 0] = TIME.exec(time) ?? [];
  const second = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const start = `${id}@${second}`;
  return (PROVIDERS[provider] as Provider).start && mayStartLate(id) && START.test(start) ? `@${second}` : '';
}

/** Whether a start time is possible: playlists always begin with their first video. */
function mayStartLate(id: string): boolean {
  return !id.startsWith('playlist/');
}

function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}

/** An `http(s)` address on a standard port, also without its scheme; undefined for anything else. */
export function toUrl(address: string): URL | undefined {
  const full = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (address.length > MAX_ADDRESS || /[\s<>"\\]/.test(address) || !address.includes('.')) return undefined;
  const url = URL.parse(full);
  return url?.port === '' && url.username === '' && url.password === '' ? url : undefined;
}

/** Matches an embed in the sanitizer's form. */
export const EMBED =
  /<figure class="embed" data-provider="([^"<]*)" data-id="([^"<]*)"><a href="([^"<]*)"[^<>]*>([^<]*)<\/a><\/figure>/g;

/** Removes embeds for excerpts, which omit their titles and URLs. */
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
