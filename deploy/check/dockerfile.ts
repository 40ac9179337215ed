/** One instruction of a Dockerfile: `RUN`, `COPY`, …, its `--flag=value` parts and the rest. */
export interface Step {
  keyword: string;
  flags: Record<string, string>;
  rest: string;
}

export interface Stage {
  name: string;
  base: string;
  steps: Step[];
}

/** The stages of a Dockerfile, each with its instructions in order. */
export function parseDockerfile(source: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of instructions(source)) {
    const step = parseStep(line);
    if (step.keyword !== 'FROM') stages.at(-1)?.steps.push(step);
    else {
      const [base = '', , name = String(stages.length)] = step.rest.split(/\s+/);
      stages.push({ name, base, steps: [] });
    }
  }
  return stages;
}

/** The last instruction of this kind: the one that counts. */
export function lastStep(stage: Stage, keyword: string): Step | undefined {
  return stage.steps.findLast((step) => step.keyword === keyword);
}

/** What the stage sets for whatever runs in it. */
export function variablesOf(stage: Stage): Record<string, string> {
  const pairs = stage.steps.filter(({ keyword }) => keyword === 'ENV').flatMap(({ rest }) => rest.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

/** The words of the exec form, `["node", "server.ts"]`; undefined for the shell form, in which signals end at the shell. */
export function execForm(text: string): string[] | undefined {
  const [, words] = /^(?:CMD\s+)?(\[.*\])$/s.exec(text.trim()) ?? [];
  return words === undefined ? undefined : (JSON.parse(words) as string[]);
}

function instructions(source: string): string[] {
  const lines = source.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
  return lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');
}

function parseStep(line: string): Step {
  const [, keyword = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(line) ?? [];
  const flags: Record<string, string> = {};
  const plain = rest.replaceAll(/(?<=^|\s)--([\w-]+)=(\S+)\s+/g, (whole, name, value, at) => {
    // Only in front: later on they belong to the command.
    if (rest.slice(0, at).replaceAll(/--[\w-]+=\S+\s+/g, '') !== '') return whole;
    flags[name] = value;
    return '';
  });
  return { keyword: keyword.toUpperCase(), flags, rest: plain };
}
