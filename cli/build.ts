import { ensureBuilt } from '../ops/build/build.ts';

const built = await ensureBuilt((line) => process.stdout.write(`${line}\n`));
process.stdout.write(built ? 'Pages and server are built.\n' : 'The build is up to date.\n');
