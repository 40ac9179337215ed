import { Badge, Button, Group, Switch, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Edition } from '../../../model/editions/schema.ts';
import type { Show } from '../../../model/programme/show-row.ts';
import { quoted } from '../../../model/text/quoted.ts';
import { RowButton, RowConfirm } from '../../ui/admin/ask.tsx';
import { MomentField, useSiteTimeZone } from '../../ui/admin/fields/moment.tsx';
import { clockName, momentInWords } from '../../ui/admin/fields/zone.ts';
import { FormDialog, textsOf, useFormCall } from '../../ui/admin/form/form-call.tsx';
import { Icon } from '../../ui/admin/icon.tsx';
import { Empty, LoadState } from '../../ui/admin/loading/states.tsx';
import { notifySuccess } from '../../ui/admin/notices.ts';
import ui from '../../ui/admin/patterns.module.css';
import { useGet, useSaveRow } from '../../ui/admin/queries.ts';
import { panelHead, Screen, Views } from '../../ui/admin/screen.tsx';
import list from '../../ui/admin/sortable/sortable-list.module.css';
import { ContestantActions, ContestantFacts } from './programme/contestant.tsx';
import { RunningOrder } from './programme/running-order.tsx';
import { type ProgrammeState, useProgramme } from './programme/use-programme.ts';

const OTHERS = 'others'; // In `show`: contestants who perform nowhere

export const meta = () => panelHead('Программа');

export default function Programme() {
  const programme = useProgramme();
  const { shows, others, problem, reload, edition } = programme;
  const of = edition === null ? '' : `edition=${encodeURIComponent(edition)}&`;
  const [search, setSearch] = useSearchParams();
  const [edited, setEdited] = useState<Show | 'new'>();
  const chosen = search.get('show');
  const isOthers = chosen === OTHERS && others.length > 0;
  const show = shows?.find(({ id }) => String(id) === chosen) ?? shows?.at(-1);
  const close = (saved?: Show) => {
    setEdited(undefined);
    if (saved) setSearch(`${of}show=${saved.id}`, { replace: true, preventScrollReset: true });
  };
  return (
    <Screen
      title={edition === null ? 'Программа' : `Программа: ${edition}`}
      query={search.size > 0 ? `?${search}` : ''}
      actions={
        <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
          Добавить концерт
        </Button>
      }
    >
      <LoadState data={shows} problem={problem} reload={reload} rows={4} />
      {shows?.length === 0 && (
        <Empty title="Программы пока нет">
          <p>
            Добавьте концерт: название, зал и время начала. Потом добавьте в него участников. До первого концерта
            страницы «Программа» на сайте нет.
          </p>
          <Button variant="default" onClick={() => setEdited('new')}>
            Добавить первый концерт
          </Button>
        </Empty>
      )}
      {shows && shows.length + Math.min(others.length, 1) > 1 && (
        <Views
          label="Какой концерт показать"
          views={[
            ...shows.map(({ id, title }) => ({
              to: `?${of}show=${id}`,
              text: title,
              isShown: !isOthers && id === show?.id,
            })),
            ...(others.length > 0 ? [{ to: `?${of}show=${OTHERS}`, text: 'Без концерта', isShown: isOthers }] : []),
          ]}
        />
      )}
      {isOthers && <Others programme={programme} />}
      {show && !isOthers && (
        <section key={show.id} className={ui.cards} aria-labelledby="show-title">
          <ShowHead show={show} programme={programme} onEdit={() => setEdited(show)} />
          <RunningOrder show={show} programme={programme} />
        </section>
      )}
      {edited && <ShowForm show={edited === 'new' ? undefined : edited} programme={programme} onClose={close} />}
    </Screen>
  );
}

function ShowHead({ show, programme, onEdit }: { show: Show; programme: ProgrammeState; onEdit: () => void }) {
  const { edition, removeShow } = programme;
  const { id, title, hall, starts_at, is_public } = show;
  const [of, page] = edition === null ? ['', '/programme'] : [`edition=${edition}&`, `/history/${edition}`];
  const zone = useSiteTimeZone();
  return (
    <div className={ui.head}>
      <div className={ui.about}>
        <Group gap="sm">
          <Title order={2} id="show-title" size="h3">
            {title}
          </Title>
          {!is_public && <Badge color="gray">Не на сайте</Badge>}
        </Group>
        <Text>{momentInWords(starts_at, zone)}</Text>
        {hall && <Text c="dimmed">{hall}</Text>}
        <Group gap="md" className={ui.links ?? ''}>
          <Link to={`/admin/results?${of}show=${id}`}>Итоги</Link>
          {is_public && (
            <a href={`${page}#show-${id}`} target="_blank" rel="noreferrer">
              Открыть на сайте
            </a>
          )}
        </Group>
      </div>
      <Group gap="xs">
        <RowButton word="Изменить" said="Изменить концерт" of={title} px="xs" onClick={onEdit} />
        <RowConfirm
          word="Удалить"
          said="Удалить концерт"
          of={title}
          px="xs"
          question="Удалить концерт?"
          onYes={() => removeShow(show)}
        >
          <p>
            {quoted(title)} и порядок выступлений сразу пропадут с сайта, введённые баллы — совсем; вернуть нельзя.
            Участники останутся в панели, их можно добавить в другой концерт.
          </p>
        </RowConfirm>
      </Group>
    </div>
  );
}

/** Contestants in no show: they are not on the site. */
function Others({ programme }: { programme: ProgrammeState }) {
  return (
    <>
      <Text c="dimmed">
        Этих участников нет ни в одном концерте, поэтому на сайте их не видно. Добавить их можно в самом концерте:
        «Ещё», «Из уже добавленных».
      </Text>
      <ul className={list.list}>
        {programme.others.map((contestant) => (
          <li key={contestant.id} className={list.row}>
            <span />
            <ContestantFacts contestant={contestant} />
            <div className={list.actions}>
              <ContestantActions contestant={contestant} programme={programme} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

const OPTIONAL = ['hall', 'ends_at', 'recording_url', 'recording_starts_at'] as const;

interface FormProps {
  show: Show | undefined;
  programme: Pick<ProgrammeState, 'edition' | 'current'>;
  onClose: (saved?: Show) => void;
}

function ShowForm({ show, programme: { edition, current }, onClose }: FormProps) {
  const zone = useSiteTimeZone();
  // Read again after a refusal, the programme is of another festival.
  const [seen] = useState(current);
  const { data: editions } = useGet<Edition[]>(edition === null ? null : '/admin/editions');
  const save = useSaveRow<Show>('/admin/shows', '/programme');
  const form = useFormCall(
    { ...textsOf(show, ['title', 'starts_at', ...OPTIONAL]), is_public: show?.is_public ?? true },
    async (values) => {
      const edition_id = editions?.find(({ slug }) => slug === edition)?.id;
      const saved = await save(show, { ...values, ...(!show && { edition_id, current_edition: seen }) });
      onClose(saved);
      notifySuccess(`Концерт ${show ? 'сохранён' : 'добавлен'}: ${saved.title}.`);
    },
    OPTIONAL,
  );
  const { text, moment, toggle } = form;
  return (
    <FormDialog title={['Изменить концерт', 'Новый концерт']} row={show} form={form} onClose={() => onClose()}>
      <TextInput label="Название" placeholder="Финал" data-autofocus {...text('title', 100)} />
      <TextInput label="Зал" placeholder="Зал «Эллинг», Светлореченск" {...text('hall', 200)} />
      <MomentField label="Начало" note={`${clockName(zone)}.`} {...moment('starts_at')} />
      <MomentField label="Конец" note="Пусто — ещё не известен" {...moment('ends_at')} />
      {edition !== null && (
        <>
          <TextInput label="Запись" placeholder="https://…" inputMode="url" {...text('recording_url')} />
          <MomentField label="Начало записи" note="Пусто — без времени у глав" {...moment('recording_starts_at')} />
        </>
      )}
      <Switch
        label="Показывать на сайте"
        description="Выключено — концерт и его участников видит только редакция."
        {...toggle('is_public')}
      />
    </FormDialog>
  );
}
