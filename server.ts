import { readConfig, StartupError } from './server/config.ts';
import { start } from './server/start.ts';

try {
  const mode = process.argv.includes('--demo') ? 'demo' : process.argv.includes('--dev') ? 'dev' : 'production';
  await start(readConfig(process.env), mode);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
