/** How the reader of a message types a command of `rampa`: bin/rampa, the units and the container say it in RAMPA_COMMAND. */
export function typed(command: string): string {
  return `${process.env.RAMPA_COMMAND || 'npm run rampa --'} ${command}`;
}

/** How the server is started where this process runs. */
export function typedStart(): string {
  const own = process.env.RAMPA_COMMAND;
  if (!own) return 'npm start';
  if (own === 'sudo rampa') return 'sudo systemctl start rampa';
  return own.startsWith('docker compose ') ? own.replace(/ exec .*/, ' up -d') : `${own} start`;
}
