import { Anchor, Flex, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Planned } from '../../../../model/articles/desk.ts';
import type { Counts } from '../../../../model/articles/lists/lists.ts';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import { plural } from '../../../../model/text/plural.ts';
import { resources } from '../../../../resources.ts';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { hostOf } from '../../../ui/admin/fields/web-address.ts';
import { shapes } from '../../../ui/admin/icon.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { useAnswer } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import * as vote from '../settings/voting/fields.ts';
import * as watch from '../settings/watch-settings/fields.ts';
import styles from './dashboard.module.css';
import { FactCard, Ways } from './fact-card.tsx';
import { SwitchCard } from './switch-card.tsx';

const MAX_SHOWN = 3;

export function NewsCard() {
  const { role } = useSession();
  const isAuthor = role === 'author';
  const status = isAuthor ? 'draft' : 'published';
  const counts = useAnswer<Counts>('/admin/news-counts');
  const newest = useAnswer<AdminCard[]>(`/admin/news?fields=card&status=${status}&limit=${MAX_SHOWN}`);
  const plan = useAnswer<Planned[]>(isAuthor ? null : '/admin/news-plan');
  const all = [counts, newest, plan];
  const planned = (plan.data ?? []).slice(0, MAX_SHOWN);
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
      {counts.data && newest.data && (isAuthor || plan.data) && (
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
            {[...planned, ...newest.data.slice(0, Math.max(1, MAX_SHOWN - planned.length))].map((row) => (
              <li key={'what' in row ? `${row.slug} ${row.what}` : row.slug}>
                <Anchor component={Link} to={`/admin/news/edit/${row.slug}`} c="inherit" fw={500} underline="hover">
                  {row.title}
                </Anchor>
                <span className={ui.note}>{'what' in row ? <Event {...row} /> : row.date}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </FactCard>
  );
}

function Event({ what, at }: Planned) {
  return (
    <>
      {what === 'appears' ? 'выйдет: ' : 'уйдёт с\u00a0сайта: '}
      <Moment at={at} />
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

export function VoteCard() {
  return (
    <SwitchCard<vote.Fields>
      of={vote.VOTE}
      screen={resources.vote.screen}
      page="/vote"
      words={['голосование', 'Голосование включено', 'Голосование выключено']}
      stateOf={(settings) => {
        const state = vote.stateOf(settings);
        const { voting_url } = settings;
        const note = voting_url ? hostOf(voting_url) : 'Адрес не указан';
        return { text: vote.STATES[state], note: state === 'open' ? undefined : note };
      }}
      instead={({ vote_state, voting_url, is_voting_enabled }) => {
        if (vote_state === 'not_held') return false;
        if (voting_url || is_voting_enabled) return undefined;
        return <Ways to="/admin/voting#voting_url" go="Укажите адрес голосования" />;
      }}
    />
  );
}

export function WatchCard() {
  return (
    <SwitchCard<watch.Fields>
      of={watch.WATCH}
      screen={resources.watch.screen}
      page="/watch"
      words={['трансляцию', 'Трансляция включена', 'Трансляция выключена']}
      stateOf={({ is_stream_enabled, title }) => ({ text: is_stream_enabled ? 'Включена' : 'Выключена', note: title })}
    />
  );
}

export function SiteTextCard() {
  const { data: texts, problem, reload } = useAnswer<Record<string, string>>('/site-content');
  return (
    <FactCard
      title="Тексты сайта"
      icon={shapes.text}
      foot={<Ways to="/admin/site-content" go="Изменить тексты" />}
      problem={problem}
      reload={reload}
    >
      {texts && (
        <>
          <p className={styles.big}>{plural(Object.keys(texts).length, 'текст', 'текста', 'текстов')}</p>
          <p className={ui.note}>Заголовки, подписи, «О&nbsp;конкурсе», ссылки в подвале</p>
        </>
      )}
    </FactCard>
  );
}
