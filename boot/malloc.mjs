// glibc reads its settings only when a process starts: the server replaces itself, under the same process id, to start with one.

/**
 * By default the first large block that is freed raises this threshold, up to 32 MiB: from then on each thread's arena keeps what passwords
 * (19 MiB each), uploads, answers and Brotli's tables (1 MiB) have freed. With a fixed one such blocks are mapped, and unmapped when they
 * are freed. A Brotli compression then takes 2.1 ms of a processor instead of 1.6. In bytes.
 */
const SETTING = { MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) };

// Node closes every descriptor above 2: neither a channel to the parent nor a socket held by a supervisor would survive.
const hasDescriptors = process.send !== undefined || process.env.LISTEN_FDS !== undefined;
if (process.platform === 'linux' && process.execve && !process.env.MALLOC_MMAP_THRESHOLD_ && !hasDescriptors) startAgain();

function startAgain() {
  // Loaded first, it keeps this process from compiling again what strips types.
  const first = process.execArgv.includes('--import') ? [] : ['--import', new URL('runtime.mjs', import.meta.url).href];
  const args = [process.execPath, ...first, ...process.execArgv, ...process.argv.slice(1)];
  try {
    process.execve(process.execPath, args, { ...process.env, ...SETTING });
  } catch {
    // Some sandboxes forbid it. The server works the same and keeps more memory.
  }
}
