import { admin } from './admin.ts';

const USAGE = `rampa admin …    администраторы: список, добавить, новый пароль, ссылка для входа

Из папки сайта: npm run rampa -- admin list`;

const COMMANDS = new Map([['admin', admin]]);

const [name = '', ...args] = process.argv.slice(2);
const command = COMMANDS.get(name);
if (!command) process.stderr.write(`${USAGE}\n`);
process.exitCode = command ? await command(args) : 2;
