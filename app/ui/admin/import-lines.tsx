import { Text } from '@mantine/core';
import ui from './patterns.module.css';

type Outcome = 'wrong' | 'new' | 'changed' | 'same';

const KINDS: readonly Outcome[] = ['wrong', 'new', 'changed', 'same'];
const SHOWN = 500; // lines

interface Props {
  /** What is said of a line by its outcome. */
  words: Record<Outcome, string>;
  lines: { line: number; outcome: Outcome; text: string; notes: string[]; problems: string[] }[];
}

/** What becomes of each line of a table; wrong ones come first. */
export function ImportLines({ words, lines }: Props) {
  const counts = KINDS.map((kind) => ({ kind, count: lines.filter(({ outcome }) => outcome === kind).length }));
  const sorted = lines.toSorted((one, other) => KINDS.indexOf(one.outcome) - KINDS.indexOf(other.outcome));
  const hasWrong = lines.some(({ outcome }) => outcome === 'wrong');
  return (
    <section aria-label="Что произойдёт" className={ui.list}>
      <Text role="status" fw={600}>
        {counts
          .filter(({ count }) => count > 0)
          .map(({ kind, count }) => `${words[kind]}: ${count}`)
          .join(' · ')}
        {hasWrong && '. Строки с ошибками пропустим.'}
      </Text>
      <ul className={ui.rows}>
        {sorted.slice(0, SHOWN).map(({ line, outcome, text, notes, problems }) => (
          <li
            key={line}
            className={outcome === 'same' ? ui.note : undefined}
            style={{ flexWrap: 'nowrap', ...(outcome === 'wrong' && { background: 'var(--bad-soft)' }) }}
          >
            <Text span c="dimmed" miw="1.5rem" ta="end">
              {line}
            </Text>
            <span className={ui.about}>
              <span>
                <b>{words[outcome]}:</b> {text}
              </span>
              {notes.map((note) => (
                <span key={note} className={ui.note}>
                  {note}
                </span>
              ))}
              {problems.map((problem) => (
                <Text key={problem} span c="var(--bad)">
                  {problem}
                </Text>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {lines.length > SHOWN && <p className={ui.note}>Показаны первые {SHOWN} строк.</p>}
    </section>
  );
}
