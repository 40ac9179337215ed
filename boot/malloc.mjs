// glibc reads its settings only at process start: the server re-executes itself under the same process id.

/**
 * By default the first large free raises this threshold, up to 32 MiB: each arena then keeps what password hashes (19
 * MiB), uploads and Brotli (1 MiB) freed. Fixed (bytes), they are unmapped; Brotli takes 2.1 ms CPU instead of 1.6.
 */
const SETTING = { MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) };

// Node closes descriptors above 2: an IPC channel or a systemd socket would not survive.
const hasDescriptors = process.send !== undefined || process.env.LISTEN_FDS !== undefined;
if (process.platform === 'linux' && process.execve && !process.env.MALLOC_MMAP_THRESHOLD_ && !hasDescriptors) startAgain();

function startAgain() {
  // Loaded first, it enables the compile cache before types are stripped.
  const first = process.execArgv.includes('--import') ? [] : ['--import', new URL('runtime.mjs', import.meta.url).href];
  const args = [process.execPath, ...first, ...process.execArgv, ...process.argv.slice(1)];
  try {
    process.execve(process.execPath, args, { ...process.env, ...SETTING });
  } catch {
    // Some sandboxes forbid execve: the server only keeps more memory.
  }
}
