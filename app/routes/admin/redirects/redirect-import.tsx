import { Button, FileButton, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { decoded } from '../../../../model/redirects/decoded.ts';
import type { ImportLine } from '../../../../model/redirects/import.ts';
import { Dialog, DialogButtons } from '../../../ui/admin/dialog.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { plural } from '../../../ui/admin/plural.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { extractError } from '../../../ui/errors/api-error.ts';
import { readCsv } from './csv-file.ts';
import styles from './redirects.module.css';

const OUTCOMES = { wrong: 'Ошибка', new: 'Новая', changed: 'Изменится', same: 'Уже есть' } as const;
const SHOWN = 500; // lines

export function RedirectImport({ onClose }: { onClose: (done?: string) => void }) {
  const { csv, take, choose, lines, check, save, busy, problem } = useImport(onClose);
  const count = lines?.filter(({ outcome }) => outcome === 'new' || outcome === 'changed').length ?? 0;
  return (
    <Dialog title="Загрузить список" role="alertdialog" wide onClose={() => busy || onClose()}>
      <Stack>
        <p className={styles.hint}>
          В каждой строке старый адрес и новый, через точку с запятой или запятую. Подойдёт таблица из Excel,
          сохранённая как «CSV UTF-8». Сначала покажем, что изменится; ничего не сохранится, пока вы не подтвердите.
        </p>
        <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => file && void choose(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<Icon name="upload" />}
              className={styles.file ?? ''}
              data-autofocus
            >
              Выбрать файл
            </Button>
          )}
        </FileButton>
        <Textarea
          label="Строки списка"
          placeholder={'/program.html;/about\n/tickets;https://tickets.example.org/'}
          autosize
          minRows={4}
          maxRows={10}
          spellCheck={false}
          value={csv}
          onChange={(event) => take(event.currentTarget.value)}
        />
        {problem && <Problem text={`Ошибка: ${problem}`} />}
        {lines && <Outcome lines={lines} />}
        <DialogButtons>
          <Button variant="default" disabled={busy} onClick={() => onClose()}>
            Отмена
          </Button>
          {lines && count > 0 ? (
            <Button loading={busy} onClick={save}>
              Сохранить {plural(count, 'строку', 'строки', 'строк')}
            </Button>
          ) : (
            <Button loading={busy} disabled={csv.trim() === '' || lines !== undefined} onClick={check}>
              Проверить
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}

function useImport(onClose: (done?: string) => void) {
  const { call } = useSession();
  const [csv, setCsv] = useState('');
  const [lines, setLines] = useState<ImportLine[]>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const take = (text: string) => {
    setCsv(text);
    setLines(undefined);
    setProblem('');
  };
  const send = async (text: string, dryRun: boolean) => {
    setBusy(true);
    setProblem('');
    try {
      return (await call<ImportLine[]>('POST', '/admin/redirects/import', { body: { csv: text, dryRun } })).data;
    } catch (error) {
      setProblem(extractError(error));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const choose = async (file: File) => {
    take('');
    try {
      const text = await readCsv(file);
      take(text);
      setLines(await send(text, true));
    } catch (error) {
      setProblem(extractError(error));
    }
  };
  const check = async () => setLines(await send(csv, true));
  const save = async () => {
    const stored = await send(csv, false);
    if (stored) onClose('Список переадресаций загружен.');
  };
  return { csv, take, choose, lines, check, save, busy, problem };
}

/** Wrong lines come first. */
function Outcome({ lines }: { lines: ImportLine[] }) {
  const kinds = Object.keys(OUTCOMES) as ImportLine['outcome'][];
  const counts = kinds.map((kind) => ({ kind, count: lines.filter(({ outcome }) => outcome === kind).length }));
  const sorted = lines.toSorted((one, other) => kinds.indexOf(one.outcome) - kinds.indexOf(other.outcome));
  const hasWrong = lines.some(({ outcome }) => outcome === 'wrong');
  return (
    <section aria-label="Что произойдёт">
      <p role="status" className={styles.counts}>
        {counts
          .filter(({ count }) => count > 0)
          .map(({ kind, count }) => `${OUTCOMES[kind]}: ${count}`)
          .join(' · ')}
        {hasWrong && '. Строки с ошибками пропустим.'}
      </p>
      <ul className={styles.lines}>
        {sorted.slice(0, SHOWN).map(({ line, source, target, outcome, before, message }) => (
          <li key={line} data-outcome={outcome}>
            <span className={styles.number}>{line}</span>
            <span className={styles.addresses}>
              <span>
                <b>{OUTCOMES[outcome]}:</b> {decoded(source)} → {decoded(target)}
              </span>
              {before !== null && <span className={styles.note}>Сейчас ведёт на {decoded(before)}</span>}
              {message && <span className={styles.wrong}>{message}</span>}
            </span>
          </li>
        ))}
      </ul>
      {lines.length > SHOWN && <p className={styles.note}>Показаны первые {SHOWN} строк.</p>}
    </section>
  );
}
