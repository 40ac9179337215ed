import { readdirSync } from 'node:fs';

// `npm run bench -- NAME …` runs bench/NAME.ts with what follows.
const names = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && entry.name !== 'run.ts')
  .map(({ name }) => name.slice(0, -3));
const [, , name = ''] = process.argv;
if (!names.includes(name)) {
  process.stderr.write(`npm run bench -- ${names.join(' | ')}\n`);
  process.exit(2);
}
process.argv.splice(2, 1);
await import(`./${name}.ts`);
