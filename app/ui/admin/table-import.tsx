import { Button, FileButton, Text, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { Icon } from './icon.tsx';
import ui from './patterns.module.css';
import { TABLE_FILES } from './table-file.ts';

interface SourceProps {
  label: string;
  placeholder: string;
  /** Rows as they were typed or pasted. */
  value: string;
  onType: (text: string) => void;
  onFile: (file: File) => void;
}

/** A table from a file or from the clipboard. */
export function TableSource({ label, placeholder, value, onType, onFile }: SourceProps) {
  const forget = useRef<() => void>(null);
  // The same file again, once it is corrected, would be no change.
  const choose = (file: File | null) => {
    if (file) onFile(file);
    forget.current?.();
  };
  return (
    <>
      <FileButton accept={TABLE_FILES} resetRef={forget} onChange={choose}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<Icon name="upload" />}
            style={{ alignSelf: 'flex-start' }}
            data-autofocus
          >
            Выбрать файл
          </Button>
        )}
      </FileButton>
      <Textarea
        label={label}
        placeholder={placeholder}
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        value={value}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    </>
  );
}

type Outcome = 'wrong' | 'new' | 'changed' | 'same';

const KINDS: readonly Outcome[] = ['wrong', 'new', 'changed', 'same'];
const SHOWN = 500; // lines

interface Props {
  /** Word of each outcome. */
  words: Record<Outcome, string>;
  lines: { line: number; outcome: Outcome; text: string; notes: string[]; problems: string[] }[];
  /** A wrong line keeps the others from being stored. */
  isWhole?: boolean;
}

/** Outcome of each line of a table, wrong ones first. */
export function ImportLines({ words, lines, isWhole }: Props) {
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
        {hasWrong && (isWhole ? '. Сохранить можно, когда ошибок нет.' : '. Строки с ошибками пропустим.')}
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
