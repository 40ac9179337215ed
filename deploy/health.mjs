// Asks the server of this container whether it lives: plain JavaScript and nothing else, because it runs every ten seconds.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
