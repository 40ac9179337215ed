import { NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../../../model/text/plural.ts';
import { extractError } from '../errors/api-error.ts';
import { Dialog, FormButtons } from './dialog.tsx';
import { ChooseFile } from './fields/drop-field.tsx';
import { useConfirmedClose } from './form/leave-warning.tsx';
import { Problem } from './loading/states.tsx';
import ui from './patterns.module.css';
import { useChange } from './queries.ts';
import { useSession } from './sign-in/session.tsx';
import { readSheets, type Sheet, TABLE_FILES } from './table-file.tsx';

/** A dry run of what `path` takes, then the same for good. `onRows`: the body for the rows of a file, of its first sheet that is wanted. */
export function useImport<Plan>(
  path: string,
  reads: string[],
  onRows: (rows: string[][]) => object,
  onSaved: (plan: Plan) => void,
  isWanted: (rows: string[][]) => boolean = () => true,
) {
  const [sheet, setSheet] = useState<Sheet>();
  const { call } = useSession();
  const change = useChange(...reads);
  const send = (by: typeof change, dryRun: boolean) => async (body: object) =>
    (await by<Plan>('POST', path, { body: { ...body, dryRun } })).data;
  const checking = useMutation({ mutationFn: send(call, true) });
  const saving = useMutation({ mutationFn: send(change, false), onSuccess: onSaved });
  const check = (body: object) => {
    saving.reset();
    checking.mutate(body);
  };
  const turnTo = (next?: Sheet) => {
    setSheet(next);
    check(onRows(next?.rows ?? []));
  };
  const reading = useMutation({
    mutationFn: readSheets,
    onSuccess: (sheets) => turnTo(sheets.find(({ rows }) => isWanted(rows)) ?? sheets[0]),
  });
  const all = [reading, checking, saving];
  const error = all.find((each) => each.error)?.error;
  return {
    ...{ all, plan: checking.data, read: reading.mutate, check, save: saving.mutate },
    ...{ sheets: reading.data ?? [], sheet, turnTo },
    busy: all.some(({ isPending }) => isPending),
    problem: error ? extractError(error) : '',
  };
}

const OUTCOMES = { wrong: 'Ошибка', new: 'Добавится', changed: 'Изменится', same: 'Уже есть' } as const;
const WRONG = { background: 'var(--bad-soft)' };
const KINDS = Object.keys(OUTCOMES);
const MAX_SHOWN = 500; // lines

interface Props {
  title: string;
  lead: string;
  label: string;
  placeholder: string;
  value: string;
  state: ReturnType<typeof useImport<unknown>>;
  body: object; // What `state` checks and saves
  lines: { line: number; outcome: keyof typeof OUTCOMES; text: string; notes: string[]; problems: string[] }[];
  isWhole?: boolean; // A wrong line keeps the others from being stored
  otherwise?: string; // Will happen too
  onType: (text: string) => void;
  onClose: () => void;
  children?: ReactNode; // Between the rows and what will happen
}

export function ImportDialog({ title, lead, label, placeholder, value, state, body, children, ...props }: Props) {
  const { lines, isWhole, onType, onClose } = props;
  const { all, plan, busy, problem, sheets, sheet } = state;
  const isChecked = plan !== undefined;
  const count = lines.filter(({ outcome }) => outcome === 'new' || outcome === 'changed').length;
  const isUseful = count > 0 && !(isWhole && hasWrong(lines));
  const isOver = isChecked && !isUseful;
  const { close, question } = useConfirmedClose(value.trim() !== '' && !isOver, onClose);
  const saveText = isUseful ? `Сохранить ${plural(count, 'строку', 'строки', 'строк')}` : undefined;
  const take = (text: string) => {
    // The findings are about the former table.
    for (const { reset } of all) reset();
    onType(text);
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
          {...{ label, placeholder, value }}
          data-autofocus
          autosize
          minRows={isChecked ? 2 : 4}
          maxRows={isChecked ? 2 : 6}
          wrap="off"
          spellCheck={false}
          onChange={({ currentTarget }) => take(currentTarget.value)}
          onPaste={({ currentTarget: field }) => setTimeout(() => field.scrollTo(0, 0))}
        />
        {sheets.length > 1 && (
          <NativeSelect
            size="sm"
            label="Лист"
            data={sheets.map(({ name }) => name)}
            value={sheet?.name}
            disabled={busy}
            onChange={({ currentTarget }) => state.turnTo(sheets[currentTarget.selectedIndex])}
          />
        )}
        {children}
        {problem && <Problem text={`Ошибка: ${problem}`} />}
        {isChecked && <ImportLines {...props} />}
      </Stack>
      <FormButtons
        busy={busy}
        cancel={isOver ? 'Закрыть' : 'Отмена'}
        submit={isChecked ? saveText : 'Проверить'}
        isOff={!isChecked && value.trim() === '' && sheets.length === 0}
        onSubmit={() => (isChecked ? state.save(body) : state.check(body))}
        onCancel={onClose}
      />
      {question}
    </Dialog>
  );
}

const hasWrong = (lines: Props['lines']) => lines.some(({ outcome }) => outcome === 'wrong');

function scrollToVerdict(verdict: HTMLElement | null): void {
  verdict?.scrollIntoView({ block: 'start' });
}

/** Outcome of each line of a table, wrong ones first. */
function ImportLines({ lines, isWhole, otherwise }: Pick<Props, 'lines' | 'isWhole' | 'otherwise'>) {
  const sorted = lines.toSorted((one, other) => KINDS.indexOf(one.outcome) - KINDS.indexOf(other.outcome));
  const groups = [...Map.groupBy(sorted, ({ outcome }) => OUTCOMES[outcome])];
  const summary = groups.map(([word, of]) => `${word}: ${of.length}`).join(', ');
  const advice = isWhole ? '. Сохранить можно, когда ошибок нет.' : '. Строки с ошибками пропустим.';
  return (
    <section ref={scrollToVerdict} aria-label="Что произойдёт" className={ui.list} style={{ scrollMarginTop: '1rem' }}>
      <Text role="status" fw={600}>
        {summary.replace(/, ./g, (start) => start.toLowerCase())}
        {hasWrong(lines) && advice}
      </Text>
      {hasWrong(lines) && <p>Исправьте ошибки в своей таблице и загрузите её ещё раз: сохранённое не повторится.</p>}
      {otherwise && <p>{otherwise}</p>}
      <ul className={ui.rows}>
        {sorted.slice(0, MAX_SHOWN).map(({ line, outcome, text, notes, problems }) => (
          <li key={line} className={outcome === 'same' ? ui.note : ''} style={outcome === 'wrong' ? WRONG : {}}>
            <span className={ui.about} style={{ whiteSpace: 'pre-line' }}>
              <span>
                <span className={ui.note}>Строка&nbsp;{line}.</span> <b>{OUTCOMES[outcome]}:</b> {text}
              </span>
              <span className={ui.note}>{notes.join('\n')}</span>
              {problems.length > 0 && <span style={{ color: 'var(--bad)' }}>{problems.join('\n')}</span>}
            </span>
          </li>
        ))}
      </ul>
      {lines.length > MAX_SHOWN && <p className={ui.note}>Показаны первые {MAX_SHOWN} строк.</p>}
    </section>
  );
}
