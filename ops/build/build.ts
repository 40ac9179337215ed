import { messageOf } from '../../errors.ts';
import { ensurePages } from './pages.ts';
import { ensureServer } from './server.ts';

/** Builds what is missing or older than its sources; gives whether it built. StartupError when pages cannot be built. */
export async function ensureBuilt(say: (line: string) => void): Promise<boolean> {
  const pages = await ensurePages(say);
  const server = await ensureServer().catch((error) => {
    say(`The server is not bundled and starts slower: ${messageOf(error)}`);
    return false;
  });
  return pages || server;
}
