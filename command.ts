const OF_UNIT = 'sudo rampa';

/** A `rampa` command as the reader of a message types it; bin/rampa, the units and the container set RAMPA_COMMAND. */
export function commandLine(command: string): string {
  return `${process.env.RAMPA_COMMAND || 'npm run rampa --'} ${command}`;
}

/** The command that starts the server in this installation. */
export function startCommand(): string {
  const own = process.env.RAMPA_COMMAND;
  if (!own) return 'npm start';
  if (own === OF_UNIT) return 'sudo systemctl start rampa';
  return own.startsWith('docker compose ') ? own.replace(/ exec .*/, ' up -d') : `${own} start`;
}

/** Advice for a path that the command may not access. */
export function accessAdvice(): string {
  return process.env.RAMPA_COMMAND === OF_UNIT
    ? 'Команда работает от имени пользователя rampa: откройте ему этот путь.'
    : 'Запустите команду от имени того пользователя, под которым работает сервер.';
}
