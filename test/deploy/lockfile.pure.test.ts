import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const { dependencies, devDependencies, optionalDependencies, allowScripts } = JSON.parse(read('package.json'));
const installed = Object.entries(packages).filter(([folder]) => folder !== '');

test('every package is held to the hash of its bytes, and comes from no address of its own', () => {
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([folder]) => folder)).toEqual(
    [],
  );
  expect(installed.filter(([, { resolved, link }]) => resolved ?? link).map(([folder]) => folder)).toEqual([]);
});

test('no package runs a script when it is installed but those that are allowed by name', () => {
  const running = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([folder]) => nameOf(folder));
  expect(running.filter((name) => allowScripts[name] !== true)).toEqual([]);
});

test('what the server loads is little, and its versions are exact', () => {
  expect(Object.keys(dependencies).length).toBeLessThanOrEqual(35);
  const loose = Object.entries<string>({ ...dependencies, ...optionalDependencies }).filter(([, version]) =>
    /[^\d.]/.test(version),
  );
  expect(loose).toEqual([]);
});

test('what is declared is what is locked', () => {
  const declared = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const exact = declared.filter(([, version]) => /^\d/.test(version));
  const drifted = exact.filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version);
  expect(drifted).toEqual([]);
});

/** `node_modules/a/node_modules/@b/c` is `@b/c`. */
function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
