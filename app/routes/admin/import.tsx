import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportLine } from '../../../ops/import/import.ts';
import { ChooseFile, DropField } from '../../ui/admin/fields/drop-field.tsx';
import { Problem, Progress } from '../../ui/admin/loading/states.tsx';
import ui from '../../ui/admin/patterns.module.css';
import { Card, panelHead, Screen } from '../../ui/admin/screen.tsx';
import { extractError } from '../../ui/errors/api-error.ts';
import { formOf, sendForm } from '../../ui/upload.ts';
import { Outcome, Sources } from './import/outcome.tsx';

export const meta = () => panelHead('Прежний сайт');

export default function Import() {
  const { run, step, outcome, problem, isBusy, reset } = useImport();
  const from = run.variables?.from;
  return (
    <Screen
      title="Прежний сайт"
      lead="Перенос новостей и страниц. Сначала покажем, что будет перенесено и что потеряется; без вашего согласия ничего не изменится."
    >
      <div hidden={isBusy || outcome !== undefined}>
        <Choice
          onChoose={(chosen) => run.mutate({ from: chosen, dryRun: true })}
          problem={problem}
          isOfAddress={typeof from === 'string'}
        />
      </div>
      {step && (
        <Card title={`${step.what} …`}>
          <Progress part={step.total > 0 ? step.done / step.total : 1} label={step.what} />
          <Group justify="space-between">
            <span role="status">{stepText(step)}</span>
            <Button variant="default" onClick={reset}>
              Остановить
            </Button>
          </Group>
        </Card>
      )}
      {outcome && from && <Outcome {...outcome} onGo={() => run.mutate({ from, dryRun: false })} onBack={reset} />}
      <Sources key={String(isBusy)} onTaken={reset} />
    </Screen>
  );
}

type Step = Extract<ImportLine, { what: string }>;

function stepText({ done, total }: Step): string {
  if (total === 0) return done === 0 ? 'Начинаем' : `Найдено: ${done.toLocaleString('ru')}`;
  return `${done.toLocaleString('ru')} из ${total.toLocaleString('ru')}`;
}

/** The first call is a dry run, the second imports: both send the export, the server keeps nothing in between. */
function useImport() {
  const [step, setStep] = useState<Step>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const run = useMutation({
    mutationFn: async ({ from, dryRun }: { from: File | string; dryRun: boolean }) => {
      stop.current = new AbortController();
      const isFile = typeof from !== 'string';
      setStep({ what: isFile ? 'Отправляем файл' : 'Спрашиваем сайт', done: 0, total: 0 });
      const path = `/api/admin/import${isFile ? '' : '/address'}?dryRun=${dryRun}`;
      const { text } = await sendForm(path, isFile ? formOf(from) : JSON.stringify({ address: from }), {
        signal: stop.current.signal,
        onProgress: (part) => isFile && setStep({ what: 'Отправляем файл', done: Math.round(100 * part), total: 100 }),
        onText: (lines) => {
          const last = lastLine(lines);
          if (last && 'what' in last) setStep(last);
        },
      });
      const last = lastLine(text);
      if (last && 'report' in last) return { report: last.report, isDry: dryRun };
      throw new Error(last && 'message' in last ? last.message : 'Связь оборвалась. Повторите: перенос продолжится.');
    },
    onSettled: () => setStep(undefined),
  });
  const reset = () => {
    stop.current?.abort();
    run.reset();
    setStep(undefined);
  };
  const problem = run.error && !(run.error instanceof DOMException) ? extractError(run.error) : '';
  return { run, step, outcome: run.isPending ? undefined : run.data, problem, isBusy: run.isPending, reset };
}

/** The last complete line; an unfinished one is ignored. */
function lastLine(text: string): ImportLine | undefined {
  const line = text.split('\n').at(-2);
  return line ? (JSON.parse(line) as ImportLine) : undefined;
}

interface ChoiceProps {
  onChoose: (from: File | string) => void;
  problem: string;
  isOfAddress: boolean;
}

function Choice({ onChoose, problem, isOfAddress }: ChoiceProps) {
  const [address, setAddress] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (problem && isOfAddress) field.current?.focus();
  }, [problem, isOfAddress]);
  return (
    <Card>
      {problem && !isOfAddress && <Problem text={problem} />}
      <DropField label="Файл с прежнего сайта" onDrop={([file]) => file && onChoose(file)}>
        <p>
          WordPress («Инструменты → Экспорт», файл .xml), Ghost (.json или .zip), лента RSS или Atom, архив .zip с
          файлами Markdown. До 512 МБ; больше — командой <code>rampa import</code> на сервере.
        </p>
        <ChooseFile word="Выбрать файл" variant="filled" accept=".xml,.json,.zip,.rss,.atom" onChoose={onChoose} />
      </DropField>
      <form
        className={ui.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (address.trim()) onChoose(/^https?:/i.test(address.trim()) ? address.trim() : `https://${address.trim()}`);
        }}
      >
        <TextInput
          label="Или адрес сайта"
          description="Новости перенесутся, если у него есть лента RSS или он тоже на «Рампе»."
          placeholder="https://old.festival.example"
          inputMode="url"
          autoComplete="off"
          name="address"
          ref={field}
          error={isOfAddress && problem}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" px="md" disabled={address.trim() === ''}>
          Посмотреть, что перенесётся
        </Button>
      </form>
    </Card>
  );
}
