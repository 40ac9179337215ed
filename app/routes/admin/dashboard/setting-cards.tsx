import { nouns } from '../../../../nouns.ts';
import { useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { hostOf } from '../../../ui/admin/fields/web-address.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { plural } from '../../../ui/admin/plural.ts';
import { useAnswer } from '../../../ui/admin/queries.ts';
import * as vote from '../settings/voting/fields.ts';
import * as watch from '../settings/watch-settings/fields.ts';
import styles from './dashboard.module.css';
import { FactCard } from './fact-card.tsx';
import { SwitchCard } from './switch-card.tsx';

export function VoteCard() {
  const zone = useSiteTimeZone();
  return (
    <SwitchCard<vote.Fields>
      title="Голосование"
      icon={nouns.vote.screen.icon}
      path="/vote-settings"
      field="is_voting_enabled"
      over="is_voting_over"
      words={{
        on: 'Голосование включено',
        off: 'Голосование выключено',
        turnOn: 'Включить голосование',
        turnOff: 'Выключить голосование',
      }}
      to="/admin/voting"
      also={<OpenPage to="/vote" />}
      stateOf={(settings) => {
        const state = vote.stateOf(settings);
        const { voting_url } = settings;
        const note = voting_url ? hostOf(voting_url) : 'Адрес не указан';
        return { isOn: state === 'open', text: vote.STATES[state], note: state === 'open' ? undefined : note };
      }}
      shown={(stored, settings) => vote.shown(stored, settings, zone)}
      withSwitch={vote.withSwitch}
      isIdle={({ vote_state }) => vote_state === 'not_held'}
    />
  );
}

export function WatchCard() {
  return (
    <SwitchCard<watch.Fields>
      title="Трансляция"
      icon={nouns.watch.screen.icon}
      path="/watch-settings"
      field="is_stream_enabled"
      over="is_stream_over"
      words={{
        on: 'Трансляция включена',
        off: 'Трансляция выключена',
        turnOn: 'Включить трансляцию',
        turnOff: 'Выключить трансляцию',
      }}
      to="/admin/watch-settings"
      also={<OpenPage to="/watch" />}
      stateOf={({ is_stream_enabled, title }) => ({
        isOn: is_stream_enabled,
        text: is_stream_enabled ? 'Включена' : 'Выключена',
        note: title,
      })}
      shown={watch.shown}
      withSwitch={watch.withSwitch}
    />
  );
}

function OpenPage({ to }: { to: string }) {
  return (
    <a href={to} target="_blank" rel="noopener">
      Открыть страницу
    </a>
  );
}

export function SiteTextCard() {
  const { data: texts, problem, reload } = useAnswer<Record<string, string>>('/site-content');
  return (
    <FactCard
      title="Тексты сайта"
      icon={nouns['site-text'].screen.icon}
      to="/admin/site-content"
      go="Изменить тексты"
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
