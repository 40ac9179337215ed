import { useCallback } from 'react';
import type { VoteSettings } from '../../../../model/settings/vote.ts';
import type { WatchSettings } from '../../../../model/settings/watch/watch.ts';
import { nouns } from '../../../../nouns.ts';
import { hostOf } from '../../../ui/admin/fields/web-address.ts';
import { plural } from '../../../ui/admin/plural.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from './dashboard.module.css';
import { FactCard, Lamp } from './fact-card.tsx';

const VOTE_STATES: Record<VoteSettings['vote_state'], string> = {
  open: 'Открыто',
  upcoming: 'Откроется само',
  closed: 'Закрыто',
  not_held: 'Не проводится',
};

export function VoteCard() {
  return (
    <FactCard
      title="Голосование"
      icon={nouns.vote.screen.icon}
      to="/admin/voting"
      go="Настроить"
      read={useRead<VoteSettings>('/vote-settings')}
    >
      {({ is_voting_enabled, voting_url, vote_state }) => (
        <>
          <Lamp isOn={vote_state === 'open'}>{VOTE_STATES[vote_state]}</Lamp>
          <p className={styles.note}>
            {voting_url ? hostOf(voting_url) : is_voting_enabled ? 'Включено, но адрес не указан' : 'Адрес не указан'}
          </p>
        </>
      )}
    </FactCard>
  );
}

export function WatchCard() {
  return (
    <FactCard
      title="Трансляция"
      icon={nouns.watch.screen.icon}
      to="/admin/watch-settings"
      go="Настроить"
      read={useRead<WatchSettings>('/watch-settings')}
    >
      {({ is_stream_enabled, title }) => (
        <>
          <Lamp isOn={is_stream_enabled}>{is_stream_enabled ? 'Включена' : 'Выключена'}</Lamp>
          <p className={styles.note}>{title}</p>
        </>
      )}
    </FactCard>
  );
}

export function SiteTextCard() {
  return (
    <FactCard
      title="Тексты сайта"
      icon={nouns['site-text'].screen.icon}
      to="/admin/site-content"
      go="Изменить тексты"
      read={useRead<Record<string, string>>('/site-content')}
    >
      {(texts) => (
        <>
          <p className={styles.big}>{plural(Object.keys(texts).length, 'текст', 'текста', 'текстов')}</p>
          <p className={styles.note}>Заголовки, подписи, «О&nbsp;конкурсе», ссылки в подвале</p>
        </>
      )}
    </FactCard>
  );
}

function useRead<T>(path: string) {
  const { call } = useSession();
  return useCallback(async (signal: AbortSignal) => (await call<T>('GET', path, { signal })).data, [call, path]);
}
