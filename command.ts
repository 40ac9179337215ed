const OF_UNIT = 'sudo rampa';

/** How the reader of a message types a command of `rampa`: bin/rampa, the units and the container say it in RAMPA_COMMAND. */
export function typed(command: string): string {
  return `${process.env.RAMPA_COMMAND || 'npm run rampa --'} ${command}`;
}

/** How the server is started where this process runs. */
export function typedStart(): string {
  const own = process.env.RAMPA_COMMAND;
  if (!own) return 'npm start';
  if (own === OF_UNIT) return 'sudo systemctl start rampa';
  return own.startsWith('docker compose ') ? own.replace(/ exec .*/, ' up -d') : `${own} start`;
}

/** What to do about a path that the command may not use. */
export function asOwner(): string {
  return process.env.RAMPA_COMMAND === OF_UNIT
    ? 'Команда работает от имени пользователя rampa: откройте ему этот путь.'
    : 'Запустите команду от имени того пользователя, под которым работает сервер.';
}
