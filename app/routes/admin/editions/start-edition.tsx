import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import type { startSchema } from '../../../../model/editions/plan.ts';
import { plural } from '../../../../model/text/plural.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { Confirm } from '../../../ui/admin/ask.tsx';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { useFormCall } from '../../../ui/admin/form/form-call.tsx';
import { LoadState, Problem } from '../../../ui/admin/loading/states.tsx';
import { notifyError, notifySuccess } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useChange, useGet } from '../../../ui/admin/queries.ts';
import { Card, Screen } from '../../../ui/admin/screen.tsx';
import { labelOf } from '../settings/site-text/labels.ts';

type Start = z.output<typeof startSchema>;

const START = '/admin/editions/start';

/** Shows what starting a new festival closes, carries over and resets. */
export function StartEdition({ onDone }: { onDone: () => void }) {
  const { data, problem, reload } = useGet<Start>(START);
  return (
    <Screen
      title="Начать новый фестиваль"
      lead="Нынешний фестиваль уйдёт в «Историю», а сайт расскажет о новом. Сутки это можно отменить."
    >
      <LoadState data={data} problem={problem} reload={reload} rows={6} />
      {data && data.blockers.length > 0 && (
        <div className={ui.notice} data-kind="wait" role="alert">
          <b>Сейчас начать нельзя</b>
          {data.blockers.map(({ text, link }) => (
            <Link key={text} to={link}>
              {text}
            </Link>
          ))}
          <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => void reload()}>
            Проверить ещё раз
          </Button>
        </div>
      )}
      {data && <StartForm start={data} onDone={onDone} />}
    </Screen>
  );
}

function StartForm({ start, onDone }: { start: Start; onDone: () => void }) {
  const { current, texts } = start;
  const change = useChange('/');
  const next = String(current.year + 1);
  // The form describes this edition, even if a colleague starts another.
  const [current_edition] = useState(current.id);
  const partners = useChoice(start.partners);
  const pages = useChoice(start.pages);
  const kept = useChoice(texts.map(({ key, text }) => ({ id: key, title: `${labelOf(key)}: ${text}` })));
  const initial = { title: current.title.replace(String(current.year), next), year: next };
  const form = useFormCall(initial, async ({ title, year }) => {
    const ids = { partners: partners.value.map(Number), pages: pages.value.map(Number), texts: kept.value };
    await change('POST', START, { body: { title, year: Number(year), ...ids, current_edition } });
    onDone();
    notifySuccess(`Новый фестиваль начат: ${title}.`);
  });
  const { text } = form;
  const [asking, setAsking] = useState<HTMLFormElement>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const isAsked = asking || [text('title'), text('year')].some(({ value }) => value.trim() === '');
    setAsking(isAsked ? undefined : event.currentTarget);
    if (isAsked) form.form.onSubmit(event);
    else event.preventDefault();
  };
  return (
    <form {...form.form} onSubmit={submit} style={{ display: 'contents' }}>
      <Card title="Новый фестиваль">
        <Group wrap="nowrap" align="start">
          <TextInput label="Название" flex={1} {...text('title', 100)} />
          <TextInput label="Год" inputMode="numeric" w="6rem" {...text('year')} />
        </Group>
      </Card>
      <Closing start={start} />
      <Card title="Останется">
        <Choices title="Партнёры" {...partners} />
        <Choices title="Страницы" note="Остальные станут черновиками." {...pages} />
        <Choices title="Тексты сайта" note="Остальные станут такими, какими были на новом сайте." {...kept} />
      </Card>
      {form.problem && <Problem text={`Ошибка: ${form.problem}`} />}
      <Group>
        <Button type="submit" loading={form.busy} disabled={start.blockers.length > 0}>
          Начать новый фестиваль
        </Button>
        <Button variant="default" onClick={onDone}>
          Отмена
        </Button>
      </Group>
      {asking && (
        <Confirm
          question={`Закрыть ${quoted(current.title)} и начать новый фестиваль?`}
          yes="Начать"
          onYes={() => asking.requestSubmit()}
          onNo={() => setAsking(undefined)}
        >
          <p>
            Читатели сразу увидят фестиваль {quoted(text('title').value)}, пока без программы и итогов. Сутки это можно
            отменить здесь же.
          </p>
        </Confirm>
      )}
    </form>
  );
}

function Closing({ start: { current, shows, contestants, unrevealed } }: { start: Start }) {
  return (
    <>
      <Card title={`Закроется и сохранится: ${quoted(current.title)}`}>
        <Text>
          {plural(shows, 'концерт', 'концерта', 'концертов')},{' '}
          {plural(contestants, 'участник', 'участника', 'участников')}, открытые итоги, запись эфира и партнёры.
          Страницы участников открываются по прежним адресам.
        </Text>
        {unrevealed.length > 0 && (
          <Text c="var(--wait)">
            Баллы этих концертов не объявлены. В истории они появятся, когда их сохранят на экране «Итоги»:{' '}
            {unrevealed.join(', ')}.
          </Text>
        )}
      </Card>
      <Card title="Начнётся заново">
        <Text>
          Программа, сцена и итоги; настройки трансляции и голосования; срочное сообщение; список «Осталось настроить»
          на обзоре. Новости остаются.
        </Text>
      </Card>
    </>
  );
}

/** At first all are chosen. */
function useChoice(items: { id: number | string; title: string }[]) {
  const [value, onChange] = useState(items.map(({ id }) => String(id)));
  return { items, value, onChange };
}

function Choices({ title, note, items, ...chosen }: ReturnType<typeof useChoice> & { title: string; note?: string }) {
  if (items.length === 0) return null;
  return (
    <Checkbox.Group {...chosen} aria-label={title}>
      <details>
        <summary>
          <b>{title}:</b> {chosen.value.length} из {items.length}
        </summary>
        <Stack gap="sm" mt="sm">
          {note && <p className={ui.note}>{note}</p>}
          {items.map(({ id, title: label }) => (
            <Checkbox key={id} value={String(id)} label={<Text lineClamp={2}>{label}</Text>} />
          ))}
        </Stack>
      </details>
    </Checkbox.Group>
  );
}

/** «Вернуть», for a day. */
export function FormerEdition() {
  const { data } = useGet<Start>(START);
  const change = useChange('/');
  const { mutate: giveBack, isPending } = useMutation({
    mutationFn: () => change('DELETE', START),
    onSuccess: () => notifySuccess('Прежний фестиваль возвращён.'),
    onError: notifyError,
  });
  if (!data?.former) return null;
  return (
    <Alert title={`Прежний фестиваль: ${quoted(data.former.title)}`}>
      <Text>
        Его можно вернуть вместе с настройками, страницами и текстами (крайний срок — <Moment at={data.former.until} />
        ). Если в новом уже что-то заполнено, он останется в списке скрытым.
      </Text>
      <Button mt="sm" variant="default" loading={isPending} onClick={() => giveBack()}>
        Вернуть
      </Button>
    </Alert>
  );
}
