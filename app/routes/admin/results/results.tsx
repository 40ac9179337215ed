import { Alert, Button, Text } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { Show } from '../../../../model/programme/show-row.ts';
import type { ResultsDocument } from '../../../../model/results/schema.ts';
import { type Section, totalOf } from '../../../../model/results/scores.ts';
import { slugify } from '../../../../model/text/slug.ts';
import { isEditor } from '../../../../roles.ts';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { NumberField } from '../../../ui/admin/fields/whole-number.tsx';
import { LeaveWarning } from '../../../ui/admin/form/leave-warning.tsx';
import { SaveBar } from '../../../ui/admin/form/stored-form.tsx';
import { Empty, LoadState, Problem } from '../../../ui/admin/loading/states.tsx';
import { Card, panelHead, Screen, Views } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { SaveTable } from '../../../ui/admin/table-file.tsx';
import { Unsent } from '../live/main-button.tsx';
import { type Desk, useDesk } from '../live/use-desk.ts';
import { performersOf, useProgramme } from '../programme/use-programme.ts';
import { Checks, Lock, Preview, ScoresConflict } from './lock.tsx';
import { Locked } from './locked.tsx';
import { Faults, focusWrong } from './points-table.tsx';
import { useReveal } from './reveal.tsx';
import { faultsOf, ofPerformers, tableOf, withSum } from './scores.ts';
import { AddSection, SectionCard } from './section-card.tsx';
import { useScores } from './use-scores.ts';

export const meta = () => panelHead('Итоги');

export default function ResultsScreen() {
  const { shows, contestants, problem, reload, edition, current } = useProgramme();
  const of = edition === null ? '' : `edition=${encodeURIComponent(edition)}&`;
  const [search] = useSearchParams();
  const wanted = search.get('show');
  const show = wanted === null ? shows?.at(-1) : shows?.find(({ id }) => String(id) === wanted);
  const isLost = wanted !== null && !show;
  const all = show ? performersOf(show, contestants) : [];
  const performers = all.filter((each) => !each.is_withdrawn);
  const out = all.filter((each) => each.is_withdrawn).map(({ name }) => name);
  return (
    <Screen
      title={edition === null ? 'Итоги' : `Итоги: ${edition}`}
      lead={
        edition === null
          ? 'Баллы жюри и зрителей. Их вводят заранее, а на сайте и на экране в зале открывают по шагам.'
          : 'Баллы прошедшего фестиваля. Заполненная и сохранённая таблица сразу стоит в истории.'
      }
      query={search.size > 0 ? `?${search}` : ''}
    >
      <LoadState data={shows} problem={problem} reload={reload} rows={4} />
      {shows && shows.length > 1 && (
        <Views
          label="Какой концерт показать"
          views={shows.map(({ id, title }) => ({ to: `?${of}show=${id}`, text: title, isShown: id === show?.id }))}
        />
      )}
      {shows && performers.length === 0 && (
        <Empty title={isLost ? 'Этого концерта больше нет' : 'Пока некому давать баллы'}>
          <p>
            {isLost
              ? 'Его удалили, или он прошёл на прошлом фестивале.'
              : 'Добавьте в программу концерт и его участников.'}
          </p>
          {!isLost && (
            <Button component={Link} to={`/admin/programme?${of}${show ? `show=${show.id}` : ''}`}>
              Открыть программу
            </Button>
          )}
        </Empty>
      )}
      {out.length > 0 && <p>Сняли с конкурса: {out.join(', ')}. Поэтому мест и оценок может не хватать.</p>}
      {show && performers.length > 0 && (
        <ShowResults key={show.id} show={show} performers={performers} current={current} />
      )}
    </Screen>
  );
}

interface ShowProps {
  show: Show;
  performers: Contestant[];
  /** Id of the current edition; undefined for a show of a past one, whose points are shown once they are complete. */
  current: number | undefined;
}

function ShowResults({ show, performers, current }: ShowProps) {
  const { role } = useSession();
  const canEdit = isEditor(role);
  const desk = useDesk(show.id);
  const reveal = useReveal(show.id, desk);
  const { document } = reveal;
  if (!document) return <LoadState data={document} problem={desk.problem} reload={desk.reload} rows={6} />;
  const { sections } = document;
  // A file for each: two sections may have the same givers.
  const numbered = sections.map((section, at) => ({ at, section }));
  const download = numbered.map(({ at, section }) => (
    <SaveTable
      key={at}
      of={sections.length > 1 ? section.title : ''}
      rows={() => tableOf(section, performers)}
      name={slugify(`${show.title} ${section.title}`) || 'itogi'}
    />
  ));
  return (
    <>
      <Unsent desk={desk} isTyping={!document.armed_at} />
      {document.armed_at ? (
        <>
          <Locked {...{ show, performers, reveal, canEdit }} isPast={current === undefined} />
          {download}
        </>
      ) : (
        <ScoresForm {...{ document, performers, canEdit, current, desk }}>{download}</ScoresForm>
      )}
    </>
  );
}

interface FormProps {
  document: ResultsDocument;
  performers: Contestant[];
  canEdit: boolean;
  current: number | undefined; // Undefined for a past edition
  desk: Desk;
  children: ReactNode;
}

const NOT_YET = 'Появится в истории, когда таблица заполнена и сохранена.';

function ScoresForm({ document, performers, canEdit, current, desk, children }: FormProps) {
  const form = useScores(document, performers, { current, desk });
  const { scores, isDirty, isPast, change, conflict } = form;
  const add = (section: Section) => change({ sections: [...scores.sections, section] });
  const numbered = scores.sections.map((section, at) => ({ at, section }));
  const total = totalOf(ofPerformers(scores.sections, performers));
  const isSumOff = (scores.control_total ?? total) !== total;
  const faults = scores.sections.reduce((sum, each) => sum + faultsOf(each, performers).size, Number(isSumOff));
  const element = useRef<HTMLFormElement>(null);
  const send = (save: () => unknown) => {
    if (focusWrong(element.current)) form.refuse('Сначала исправьте то, что отмечено красным: это не число.');
    else void save();
  };
  const sections = canEdit ? <AddSection onAdd={add}>{children}</AddSection> : children;
  return (
    <form
      ref={element}
      noValidate
      style={{ display: 'contents' }}
      onSubmit={(event) => {
        event.preventDefault();
        send(() => form.save());
      }}
    >
      {form.restored && (
        <Text size="sm">
          Возвращены баллы, которые не успели сохранить: <Moment at={form.restored} />.
        </Text>
      )}
      {numbered.map(({ at, section }) => (
        <SectionCard
          key={`${form.round}-${at}`}
          section={section}
          performers={performers}
          readOnly={!canEdit}
          onChange={(changed) => change({ sections: scores.sections.with(at, changed) })}
          onRemove={() => change({ sections: scores.sections.toSpliced(at, 1) })}
        />
      ))}
      {numbered.length === 0 ? <Empty title="Баллов ещё нет">{sections}</Empty> : sections}
      {numbered.length > 0 && (
        <>
          <Card title="Проверка">
            <NumberField
              key={form.round}
              label="Контрольная сумма"
              description="Сколько баллов должно быть всего. Её вводит тот, кто считал на бумаге: так видна опечатка."
              maw={320}
              readOnly={!canEdit}
              most={2 ** 31 - 1}
              value={scores.control_total}
              {...(isSumOff && { error: 'Не сходится с таблицей.', 'data-fault': true })}
              onChange={(control_total) => change({ control_total })}
            />
            <Checks scores={isPast ? withSum(scores) : scores} performers={performers} />
            {canEdit && !isPast && <Lock document={document} isDirty={isDirty} put={desk.put} />}
            {isPast && <Text>{document.is_final ? 'Стоит в истории.' : NOT_YET}</Text>}
          </Card>
          <Preview sections={scores.sections} performers={performers} />
        </>
      )}
      {canEdit && (isDirty || numbered.length > 0) && (
        <SaveBar {...form} onDiscard={form.discard} beside={<Faults count={faults} />}>
          {form.problem && <Problem text={`Ошибка: ${form.problem}`} />}
          {form.isBack && <Alert color="green">Связь вернулась: нажмите «Сохранить».</Alert>}
          {conflict && (
            <ScoresConflict conflict={conflict} onMine={() => send(form.saveMerged)} onTheirs={form.discard} />
          )}
        </SaveBar>
      )}
      <LeaveWarning when={isDirty}>
        Баллы не сохранены. Пока открыта эта вкладка, они вернутся, если снова открыть «Итоги».
      </LeaveWarning>
    </form>
  );
}
