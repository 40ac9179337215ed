import { Anchor, Button, Flex, Group, Progress, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Planned } from '../../../../model/articles/desk.ts';
import type { Counts } from '../../../../model/articles/lists/lists.ts';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import { resources } from '../../../../resources.ts';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { shapes } from '../../../ui/admin/icon.tsx';
import type { Backups, BackupsState } from '../../../ui/admin/loading/use-backups.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useGet } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { FactCard, Lamp, Ways } from './fact-card.tsx';

const MAX_SHOWN = 3;

export function NewsCard() {
  const { role } = useSession();
  const isAuthor = role === 'author';
  const status = isAuthor ? 'draft' : 'published';
  const counts = useGet<Counts>('/admin/news-counts');
  const newest = useGet<AdminCard[]>(`/admin/news?fields=card&status=${status}&limit=${MAX_SHOWN}`);
  const plan = useGet<Planned[]>(isAuthor ? null : '/admin/news-plan');
  const review = useGet<AdminCard[]>(isAuthor ? null : `/admin/news?fields=card&status=review&limit=${MAX_SHOWN}`);
  const all = [counts, newest, plan, review];
  const { data: planned = [] } = plan;
  const reviewed = (review.data ?? []).slice(0, planned.length > 0 ? MAX_SHOWN - 1 : MAX_SHOWN);
  const waiting = [...reviewed, ...planned].slice(0, MAX_SHOWN);
  return (
    <FactCard
      title={isAuthor ? 'Мои новости' : 'Новости'}
      icon={resources.article.screen.entry.icon}
      isWide
      foot={
        <Ways to="/admin/news" go={isAuthor ? 'Все мои новости' : 'Все новости'}>
          {isAuthor || <Link to="/admin/news?view=plan">План на неделю</Link>}
        </Ways>
      }
      problem={all.find(({ problem }) => problem)?.problem}
      reload={() => all.forEach(({ reload }) => void reload())}
    >
      {counts.data && newest.data && (isAuthor || (plan.data && review.data)) && (
        <>
          <Group component="dl" align="stretch" gap="0.75rem clamp(0.75rem, 3vw, 2.5rem)">
            <Count name="Опубликовано" value={counts.data.published} to="/admin/news?view=published" />
            <Count name="Запланировано" value={counts.data.scheduled} to="/admin/news?view=scheduled" />
            <Count name="В черновиках" value={counts.data.draft} to="/admin/news?view=draft" />
            {counts.data.review > 0 && (
              <Count name="На проверке" value={counts.data.review} to="/admin/news?view=review" />
            )}
          </Group>
          <ul className={ui.lines} style={{ marginTop: '0.5rem' }}>
            {[...waiting, ...newest.data.slice(0, Math.max(1, MAX_SHOWN - waiting.length))].map((row) => (
              <li key={'what' in row ? `${row.slug} ${row.what}` : row.slug}>
                <Anchor component={Link} to={`/admin/news/edit/${row.slug}`} c="inherit" fw={500} underline="hover">
                  {row.title}
                </Anchor>
                <span className={ui.note}>
                  {'what' in row ? (
                    <Event {...row} />
                  ) : row.reviewAt ? (
                    <Event what="review" at={row.reviewAt} />
                  ) : (
                    row.date
                  )}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </FactCard>
  );
}

const EVENTS = { appears: 'выйдет', ends: 'уйдёт с\u00a0сайта', review: 'на\u00a0проверке' };

function Event({ what, at }: { what: keyof typeof EVENTS; at: string }) {
  return (
    <>
      {EVENTS[what]}: <Moment at={at} />
    </>
  );
}

function Count({ name, value, to }: { name: string; value: number; to: string }) {
  const text = value.toLocaleString('ru');
  return (
    <Flex direction="column-reverse">
      <Text component="dt" fz="0.8125rem" c="dimmed">
        {name}
      </Text>
      <Text component="dd" inherit ff="var(--display)" fz="1.75rem" fw={700} lh={1.2}>
        <Anchor component={Link} to={to} inherit c="inherit" underline="hover" aria-label={`${name}: ${text}`}>
          {text}
        </Anchor>
      </Text>
    </Flex>
  );
}

export function SiteTextCard() {
  return (
    <FactCard title="Тексты сайта" icon={shapes.text} foot={<Ways to="/admin/site-content" go="Изменить тексты" />}>
      <p className={ui.note}>Заголовки, подписи, «О&nbsp;конкурсе», ссылки в подвале</p>
    </FactCard>
  );
}

export function BackupCard({ data, problem, reload, ordered, order, isBusy }: BackupsState) {
  const work = data?.step?.what || WORK[data?.running ?? ordered ?? 'backup'];
  const orders = (
    <Group gap="0.75rem">
      <Button variant="default" size="sm" disabled={!data || isBusy} onClick={() => order('backup')}>
        Сделать копию сейчас
      </Button>
      {data?.backup && (
        <Button variant="default" size="sm" disabled={isBusy} onClick={() => order('drill')}>
          Проверить
        </Button>
      )}
    </Group>
  );
  return (
    <FactCard title="Резервные копии" icon={shapes.safe} problem={problem} reload={reload} height={112} foot={orders}>
      {data && (
        <>
          <BackupFacts state={data} />
          <Stack role="status" gap="0.5rem" mt={isBusy ? 'md' : 0}>
            {isBusy && (
              <>
                <p className={ui.note}>{work} …</p>
                <Progress value={(data.step?.part ?? 0) * 100} aria-label={work} animated />
              </>
            )}
          </Stack>
        </>
      )}
    </FactCard>
  );
}

const WORK = { backup: 'Делаю копию', copy: 'Копирую в другое место', drill: 'Проверяю копию' };

const MAX_AGE = 36 * 3600 * 1000; // ms; backups are made nightly: an older one means a missed night

function BackupFacts({ state }: { state: Backups }) {
  const { backup, failure, drill, nextAt, running } = state;
  const [isGood, headline] = stateOf(state);
  return (
    <>
      <Lamp isOn={isGood}>{headline}</Lamp>
      {backup && (
        <dl className={ui.facts} style={{ marginTop: '0.75rem' }}>
          <dt>Сделана</dt>
          <dd>
            <Moment at={backup.at} />
          </dd>
          <dt>Проверка</dt>
          <dd>
            {drill ? <Moment at={drill.at} /> : 'ещё не делали'}
            {drill && (drill.problem ? ' — восстановить нельзя' : ': восстанавливается, всё совпало')}
          </dd>
        </dl>
      )}
      {!backup && !failure && !running && nextAt && Date.parse(nextAt) > Date.now() && (
        <p className={ui.note}>
          Первая будет сделана сама: <Moment at={nextAt} />.
        </p>
      )}
      {!isGood && (backup || failure) && (
        <p>
          <Link to="/admin/doctor">Что делать</Link>
        </p>
      )}
    </>
  );
}

function stateOf({ backup, failure, drill, elsewhere }: Backups): [isGood: boolean, headline: string] {
  if (failure) return [false, 'Копия не удалась'];
  if (!backup) return [false, 'Копий ещё нет'];
  if (drill?.problem) return [false, 'Проверка не прошла'];
  if (Date.now() - Date.parse(backup.at) >= MAX_AGE) return [false, 'Копия устарела'];
  return elsewhere?.failure ? [false, 'Копия есть только здесь'] : [true, 'Копия есть'];
}
