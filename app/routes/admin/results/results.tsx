import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { Show } from '../../../../model/programme/show-row.ts';
import { slugify } from '../../../../model/text/slug.ts';
import { isEditor } from '../../../../roles.ts';
import { Empty, LoadState } from '../../../ui/admin/loading/states.tsx';
import { panelHead, Screen, Views } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { SaveTable } from '../../../ui/admin/table-file.tsx';
import { Unsent } from '../live/main-button.tsx';
import { useDesk } from '../live/use-desk.ts';
import { useProgramme } from '../programme/use-programme.ts';
import { Locked } from './locked.tsx';
import { useReveal } from './reveal.tsx';
import { tableOf } from './scores.ts';
import { ScoresForm } from './scores-form.tsx';

export const meta = () => panelHead('Итоги');

export default function ResultsScreen() {
  const { shows, contestants, problem, reload, edition, current } = useProgramme();
  const of = edition === null ? '' : `edition=${encodeURIComponent(edition)}&`;
  const [search] = useSearchParams();
  const wanted = search.get('show');
  const show = wanted === null ? shows?.at(-1) : shows?.find(({ id }) => String(id) === wanted);
  const isLost = wanted !== null && !show;
  const byId = new Map(contestants.map((contestant) => [contestant.id, contestant]));
  const all = show?.running_order.flatMap((id) => byId.get(id) ?? []) ?? [];
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
  const download = document.sections.length > 0 && (
    <SaveTable rows={() => tableOf(document.sections, performers)} name={`${slugify(show.title) || 'itogi'}-bally`} />
  );
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
