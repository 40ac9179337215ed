import { admin } from './admin.ts';
import { backup } from './backup.ts';
import { doctor } from './doctor.ts';
import { move } from './move.ts';
import { restore } from './restore.ts';

const USAGE = `rampa admin …    администраторы: список, добавить, новый пароль, ссылка для входа
rampa backup …   резервная копия: сделать, проверить
rampa restore …  восстановить сайт из резервной копии
rampa move …     перенести сайт в PostgreSQL и обратно
rampa doctor     что в порядке, что нет и что делать

Из папки сайта: npm run rampa -- admin list`;

const COMMANDS = new Map(Object.entries({ admin, backup, restore, move, doctor }));

// Private files: data and backups.
process.umask(0o077);
const [name = '', ...args] = process.argv.slice(2);
const command = COMMANDS.get(name);
if (!command) process.stderr.write(`${USAGE}\n`);
process.exitCode = command ? await command(args) : 2;
