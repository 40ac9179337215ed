import { appendFileSync, promises } from 'node:fs';
import { type IncomingMessage, ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { StatementSync } from 'node:sqlite';

// Loaded into a real server with NODE_OPTIONS: writes down, one a line in the file ORDER_FILE, what it does with pictures, its commits and
// its answers to changes, each once it is done, answers before they leave. It needs no tracer of system calls.

const file = process.env.ORDER_FILE;

if (file) {
  const note = (what: string) => appendFileSync(file, `${what}\n`);
  const { open, rename } = promises;
  promises.open = async (place, ...more) => {
    const handle = await open(place, ...more);
    const kind = kindOf(String(place));
    const { sync } = handle;
    if (kind)
      handle.sync = async () => {
        await sync.call(handle);
        note(`sync ${kind}`);
      };
    return handle;
  };
  promises.rename = async (from, to) => {
    await rename(from, to);
    if (kindOf(String(from)) === 'temporary') note('rename');
  };
  syncBuiltinESMExports();

  for (const method of ['run', 'all', 'get'] as const) {
    const former = StatementSync.prototype[method];
    Object.assign(StatementSync.prototype, {
      [method](this: StatementSync, ...values: never[]) {
        const given = Reflect.apply(former, this, values);
        if (/^commit/i.test(this.sourceSQL)) note('commit');
        return given;
      },
    });
  }

  const { end } = ServerResponse.prototype;
  ServerResponse.prototype.end = function (this: ServerResponse<IncomingMessage>, ...rest: never[]) {
    if (this.req.method !== 'GET') note(`answer ${this.statusCode}`);
    return Reflect.apply(end, this, rest);
  } as typeof end;
}

function kindOf(place: string): string | undefined {
  if (/uploads[\\/]\.tmp-/.test(place)) return 'temporary';
  return /uploads$/.test(place) ? 'folder' : undefined;
}
