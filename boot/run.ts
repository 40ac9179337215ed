import { readConfig } from '../config.ts';
import { StartupError } from '../errors.ts';
import { start } from './start.ts';

export async function run(): Promise<void> {
  try {
    const mode = process.argv.includes('--demo') ? 'demo' : process.argv.includes('--dev') ? 'dev' : 'production';
    await start(readConfig(process.env), mode);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
