// Loaded into a real server with NODE_OPTIONS: what its own code never does, on a signal.
process.on('SIGUSR2', () => void Promise.reject(new Error('a promise without anybody')));
process.on('SIGALRM', () => {
  setTimeout(() => {
    throw new Error('an error without anybody');
  });
});
