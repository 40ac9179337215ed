import { globSync } from 'node:fs';
import { installThroughApt, onPath } from '../rig/browser/browser.ts';

const FIREFOX = ['firefox-esr', 'firefox'];
const FIREFOX_PACKAGES = ['firefox-esr'];
const WEBKIT = ['WebKitWebDriver', 'Xvfb', 'dbus-run-session'];
const MINI_BROWSER = '/usr/{lib/*,libexec}/webkit2gtk-4.*/MiniBrowser';
/** Without GStreamer's decoders WebKitGTK plays no stream. */
const DECODERS = '/usr/lib{/*,64}/gstreamer-1.0/libgstlibav.so';
const WEBKIT_PACKAGES = [
  ...['webkit2gtk-driver', 'xvfb', 'dbus'],
  ...['plugins-base', 'plugins-good', 'plugins-bad', 'libav'].map((name) => `gstreamer1.0-${name}`),
];

/** Installs what is missing, where that is possible; otherwise fails with the list of it. */
export function ensureBrowsers(): void {
  const packages = [...(onPath(FIREFOX) ? [] : FIREFOX_PACKAGES), ...(hasWebKit() ? [] : WEBKIT_PACKAGES)];
  if (packages.length > 0 && !installThroughApt(packages))
    throw new Error(`A browser is missing. On Debian: apt-get install ${packages.join(' ')}`);
  findFirefox();
  findWebKit();
}

export function findFirefox(): string {
  const found = onPath(FIREFOX);
  if (!found) throw new Error(`PATH has none of ${FIREFOX.join(', ')}.`);
  return found;
}

export function findWebKit(): { driver: string; miniBrowser: string } {
  const [driver, ...others] = WEBKIT.map((name) => onPath([name]));
  const [miniBrowser] = globSync(MINI_BROWSER);
  if (!driver || !miniBrowser || others.includes(undefined))
    throw new Error(`One of these is missing: ${WEBKIT.join(', ')}, ${MINI_BROWSER}.`);
  return { driver, miniBrowser };
}

function hasWebKit(): boolean {
  const isThere = (files: string) => globSync(files).length > 0;
  return WEBKIT.every((name) => onPath([name])) && isThere(MINI_BROWSER) && isThere(DECODERS);
}
