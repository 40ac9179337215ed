import { NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../../../model/text/plural.ts';
import { extractError } from '../errors/api-error.ts';
import { Dialog, FormButtons } from './dialog.tsx';
import { ChooseFile } from './fields/drop-field.tsx';
import { useClosing } from './form/leave-warning.tsx';
import { Problem } from './loading/states.tsx';
import ui from './patterns.module.css';
import { useChange } from './queries.ts';
import { useSession } from './sign-in/session.tsx';
import { readSheets, TABLE_FILES } from './table-file.tsx';

type ImportState<Plan> = ReturnType<typeof useImport<Plan>>;

/** A dry run of what `path` takes, then the same for good. `onRows`: the body for the rows of a file, of its first sheet that is wanted. */
export function useImport<Plan>(
  path: string,
  reads: string[],
  onRows: (rows: string[][]) => object,
  onSaved: (plan: Plan) => void,
  isWanted: (rows: string[][]) => boolean = () => true,
) {
  const [book, setBook] = useState<Awaited<ReturnType<typeof readSheets>>>([]);
  const [sheet, setSheet] = useState(0);
  const { call } = useSession();
  const change = useChange(...reads);
  const checking = useMutation({
    mutationFn: async (body: object) => (await call<Plan>('POST', path, { body: { ...body, dryRun: true } })).data,
  });
  const saving = useMutation({
    mutationFn: async (body: object) => (await change<Plan>('POST', path, { body: { ...body, dryRun: false } })).data,
    onSuccess: onSaved,
  });
  const check = (body: object) => {
    saving.reset();
    checking.mutate(body);
  };
  const turnTo = (at: number, sheets = book) => {
    setSheet(at);
    check(onRows(sheets[at]?.rows ?? []));
  };
  const reading = useMutation({
    mutationFn: readSheets,
    onSuccess: (sheets) => {
      const wanted = sheets.findIndex(({ rows }) => isWanted(rows));
      setBook(sheets);
      turnTo(Math.max(wanted, 0), sheets);
    },
  });
  const all = [reading, checking, saving];
  const error = all.find((each) => each.error)?.error;
  return {
    plan: checking.data,
    read: reading.mutate,
    check,
    save: saving.mutate,
    /** Before another table: clears the findings about the former one. */
    reset: () => {
      setBook([]);
      for (const { reset } of all) reset();
    },
    sheets: book.map(({ name }) => name),
    ...{ sheet, turnTo },
    busy: all.some(({ isPending }) => isPending),
    problem: error ? extractError(error) : '',
  };
}

interface DialogProps extends LinesProps {
  title: string;
  lead: ReactNode;
  label: string;
  placeholder: string;
  value: string;
  state: ImportState<unknown>;
  body: object; // What `state` checks and saves
  isBlank: boolean;
  onType: (text: string) => void;
  onClose: () => void;
  children?: ReactNode; // Between the rows and what will happen
}

export function ImportDialog({ title, lead, state, body, children, ...props }: DialogProps) {
  const { lines, isWhole } = props;
  const { plan, busy, problem } = state;
  const count = lines.filter(({ outcome }) => outcome === 'new' || outcome === 'changed').length;
  const isStopped = isWhole && lines.some(({ outcome }) => outcome === 'wrong');
  const isChecked = plan !== undefined;
  const saveText = `Сохранить ${plural(count, 'строку', 'строки', 'строк')}`;
  const isUseful = !isStopped && count > 0;
  const isOver = isChecked && !isUseful;
  const { close, question } = useClosing(props.value.trim() !== '' && !isOver, props.onClose);
  const take = (text: string) => {
    state.reset();
    props.onType(text);
  };
  const choose = (file: File) => {
    take('');
    state.read(file);
  };
  return (
    <Dialog title={title} role="alertdialog" wide onClose={() => busy || close()}>
      <Stack>
        {!isChecked && <p>{lead}</p>}
        <ChooseFile word="Выбрать файл" accept={TABLE_FILES} onChoose={choose} />
        <Textarea
          data-autofocus
          label={props.label}
          placeholder={props.placeholder}
          autosize
          minRows={isChecked ? 2 : 4}
          maxRows={isChecked ? 2 : 6}
          wrap="off"
          spellCheck={false}
          value={props.value}
          onChange={({ currentTarget }) => take(currentTarget.value)}
          onPaste={({ currentTarget: field }) => setTimeout(() => field.scrollTo(0, 0))}
        />
        {state.sheets.length > 1 && (
          <NativeSelect
            size="sm"
            label="Лист"
            data={state.sheets.map((label, at) => ({ label, value: String(at) }))}
            value={String(state.sheet)}
            disabled={busy}
            onChange={({ currentTarget }) => state.turnTo(Number(currentTarget.value))}
          />
        )}
        {children}
        {problem && <Problem text={`Ошибка: ${problem}`} />}
        {isChecked && <ImportLines {...props} />}
      </Stack>
      <FormButtons
        busy={busy}
        cancel={isOver ? 'Закрыть' : 'Отмена'}
        submit={isChecked ? (isUseful ? saveText : undefined) : 'Проверить'}
        isOff={!isChecked && props.isBlank}
        onSubmit={() => (isChecked ? state.save(body) : state.check(body))}
        onCancel={props.onClose}
      />
      {question}
    </Dialog>
  );
}

function bringIntoView(verdict: HTMLElement | null): void {
  verdict?.scrollIntoView({ block: 'start' });
}

const OUTCOMES = { wrong: 'Ошибка', new: 'Добавится', changed: 'Изменится', same: 'Уже есть' } as const;
type Outcome = keyof typeof OUTCOMES;

const KINDS = Object.keys(OUTCOMES);
const MAX_SHOWN = 500; // lines

interface LinesProps {
  lines: { line: number; outcome: Outcome; text: string; notes: string[]; problems: string[] }[];
  isWhole?: boolean; // A wrong line keeps the others from being stored
  otherwise?: string[]; // Will happen too
}

/** Outcome of each line of a table, wrong ones first. */
function ImportLines({ lines, isWhole, otherwise = [] }: LinesProps) {
  const sorted = lines.toSorted((one, other) => KINDS.indexOf(one.outcome) - KINDS.indexOf(other.outcome));
  const told = [...Map.groupBy(sorted, ({ outcome }) => OUTCOMES[outcome])].map(
    ([word, of]) => `${word}: ${of.length}`,
  );
  const hasWrong = lines.some(({ outcome }) => outcome === 'wrong');
  return (
    <section ref={bringIntoView} aria-label="Что произойдёт" className={ui.list} style={{ scrollMarginTop: '1rem' }}>
      <Text role="status" fw={600}>
        {told.join(', ').replace(/, ./g, (start) => start.toLowerCase())}
        {hasWrong && (isWhole ? '. Сохранить можно, когда ошибок нет.' : '. Строки с ошибками пропустим.')}
      </Text>
      {hasWrong && <p>Исправьте ошибки в своей таблице и загрузите её ещё раз: сохранённое не повторится.</p>}
      {otherwise.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <ul className={ui.rows}>
        {sorted.slice(0, MAX_SHOWN).map(({ line, outcome, text, notes, problems }) => (
          <li
            key={line}
            className={outcome === 'same' ? ui.note : undefined}
            style={outcome === 'wrong' ? { background: 'var(--bad-soft)' } : undefined}
          >
            <span className={ui.about}>
              <span>
                <span className={ui.note}>Строка&nbsp;{line}.</span> <b>{OUTCOMES[outcome]}:</b> {text}
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
      {lines.length > MAX_SHOWN && <p className={ui.note}>Показаны первые {MAX_SHOWN} строк.</p>}
    </section>
  );
}
