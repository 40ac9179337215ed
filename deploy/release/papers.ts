import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Package } from './packages.ts';

/** Licences of all packages in a release, as text. */
export function licencesText(packages: Package[]): string {
  const head = 'rampa itself: LICENSE. Its fonts: app/fonts. Everything else in this folder, bundled code included:\n';
  const parts = packages.map(
    ({ name, version, licence, text }) =>
      `${name} ${version}: ${licence}\n\n${text?.trim() ?? '(no text in the package)'}\n`,
  );
  return [head, ...parts].join(`\n${'='.repeat(80)}\n`);
}

interface Described {
  version: string;
  time: number; // Unix seconds
  packages: Package[];
  integrityOf: (name: string, version: string) => string | undefined; // `sha512-…` of a package, as the lockfile has it
}

const RUNTIME = /^node-(bin-)?linux-/;

/** The same as a CycloneDX document. Its serial number is a hash of the content, so builds are reproducible. */
export function billOfMaterials({ version, time, packages, integrityOf }: Described): string {
  const components = packages.map(({ name, version: of, licence }) => {
    const integrity = integrityOf(name, of)?.replace(/^sha512-/, '');
    const purl = `pkg:npm/${name.replace('@', '%40')}@${of}`;
    return {
      'bom-ref': purl,
      type: 'library',
      name,
      version: of,
      // Only npm's own are hashed there; what comes from the machine that builds is not.
      ...(integrity && {
        purl,
        hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity, 'base64').toString('hex') }],
      }),
      // Scanners know holes of Node by this name, not by that of the package.
      ...(RUNTIME.test(name) && { cpe: `cpe:2.3:a:nodejs:node.js:${of}:*:*:*:*:*:*:*` }),
      licenses: [{ expression: licence }],
    };
  });
  const content = {
    metadata: {
      timestamp: new Date(time * 1000).toISOString(),
      component: {
        'bom-ref': `rampa@${version}`,
        type: 'application',
        name: 'rampa',
        version,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components,
  };
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(content)}`,
    version: 1,
    ...content,
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/** UUID version 8 of RFC 9562: its bits are free. */
function uuidOf(content: object): string {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** A relative link of Markdown, or a code span, in which none counts. */
const LINK = /`[^`\n]*`|!?\[([^\]]+)\]\((?!#|\w+:)([^)\s#]+)[^)\s]*\)/g;

/** The text of a paper; links to what the release does not hold (tests, sources of pages) become their words. */
export function withoutDeadLinks(name: string, text: string, held: string[]): string {
  const isHeld = (target: string) => {
    const found = path.posix.join(path.posix.dirname(name), target);
    return held.some((each) => each === found || each.startsWith(found.endsWith('/') ? found : `${found}/`));
  };
  return text.replace(LINK, (link, words?: string, target?: string) =>
    words === undefined || target === undefined || isHeld(target) ? link : words,
  );
}
