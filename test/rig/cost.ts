/** One request costs at most so many times a plain one of its kind, whatever its characters. */
const TIMES = 6;
const ROUNDS = 3; // the compiler and the garbage collector make a round dearer, never cheaper
/** Processor time of a round, in µs: its clock may tick in 4 ms. */
const ENOUGH = 60_000;

type Task = () => unknown;

/**
 * Names of the tasks that cost more than `TIMES` as much as `plain`, in processor time of this thread: on a busy machine a
 * long task waits for its turn and a short one does not.
 */
export async function dearer(plain: Task, tasks: Iterable<readonly [name: string, task: Task]>): Promise<string[]> {
  await costOf(plain);
  let most = TIMES * (await costOf(plain));
  const found: string[] = [];
  for (const [name, task] of tasks) {
    if (await isDone(task, most)) continue;
    let cost = await costOf(task);
    for (let rounds = ROUNDS; rounds > 0 && cost > most; rounds -= 1) {
      most = TIMES * (await costOf(plain));
      cost = Math.min(cost, await costOf(task));
    }
    if (cost > most) found.push(`${name}: ${Math.round((TIMES * cost) / most)} times a plain one`);
  }
  return found;
}

async function isDone(task: Task, within: number): Promise<boolean> {
  const began = performance.now();
  await task();
  return (performance.now() - began) * 1000 <= within;
}

/** In µs. */
async function costOf(task: Task): Promise<number> {
  const before = process.threadCpuUsage();
  for (let times = 1; ; times += 1) {
    await task();
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= ENOUGH) return (user + system) / times;
  }
}
