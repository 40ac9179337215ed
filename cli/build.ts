import { ensureBuilt } from '../http/pages/build.ts';

const built = await ensureBuilt((line) => process.stdout.write(`${line}\n`));
process.stdout.write(built ? 'The pages are built.\n' : 'The build is up to date.\n');
