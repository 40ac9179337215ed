import { NativeSelect } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { Link } from 'react-router';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { momentText, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import type { Stored } from '../../../ui/admin/form/use-stored-form.ts';
import { useGet, withPaths } from '../../../ui/admin/queries.ts';
import { serverNow } from '../../../ui/time/server-clock.ts';
import { Lamp } from '../dashboard/fact-card.tsx';
import * as voting from '../settings/voting/fields.ts';
import * as watch from '../settings/watch-settings/fields.ts';
import { HoldButton } from './hold-button.tsx';
import styles from './live.module.css';
import { DeskButton, ignoreRepeats, Part, useSettingPress } from './main-button.tsx';
import type { Desk } from './use-desk.ts';

interface StreamProps {
  stored: Stored<watch.Fields>;
  desk: Desk;
  isShowOver: boolean; // Switched off, the broadcast is over
}

export function Stream({ stored, desk, isShowOver }: StreamProps) {
  const { title, description, is_stream_enabled: isOn, is_stream_over, active_source, sources } = stored.value;
  const { isWaiting, isCoolingDown, press } = useSettingPress('/watch-settings', stored, desk);
  const change = (label: string, body: object, former: object) =>
    press({ label, body: { title, description, ...body }, former: { title, description, ...former } });
  const turn = (is_stream_enabled: boolean) =>
    change(
      is_stream_enabled ? 'Трансляция включена' : 'Трансляция выключена',
      { is_stream_enabled, ...(!is_stream_enabled && isShowOver && { is_stream_over: true }) },
      { is_stream_enabled: isOn, is_stream_over },
    );
  const choose = ({ id, title: name }: watch.SourceDraft) =>
    change(`Источник у зрителей: ${name}`, { active_source: id }, { active_source: active_source || null });
  const active = watch.activeOf(stored.value);
  return (
    <>
      <Lamp isOn={isOn}>{isOn ? 'Включена' : 'Выключена'}</Lamp>
      <p className={styles.note}>Посетители видят {watch.shown(stored.value, stored.value)}</p>
      {isOn ? (
        <HoldButton label="Выключить трансляцию" disabled={isWaiting} onHeld={() => turn(false)} />
      ) : (
        <DeskButton fullWidth disabled={isCoolingDown} onKeyDown={ignoreRepeats} onClick={() => turn(true)}>
          Включить трансляцию
        </DeskButton>
      )}
      {sources.length > 1 && (
        <ul className={styles.choices} aria-label="Источник у зрителей">
          {sources.map((source) => (
            <li key={source.id}>
              <button
                type="button"
                aria-pressed={source === active}
                disabled={isCoolingDown}
                onClick={() => source !== active && choose(source)}
              >
                {source.title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export const CLOSE = 'Закрыть голосование';

export type VoteState = ReturnType<typeof useVote>;

export function useVote(desk: Desk) {
  const data = desk.document?.vote;
  const { isWaiting, press } = useSettingPress('/vote-settings', data, desk);
  const state = data && voting.stateOf(data.value);
  const close = () => {
    if (!data) return;
    const { is_voting_enabled, is_voting_over } = data.value;
    const former = { is_voting_enabled, is_voting_over };
    press({ label: 'Голосование закрыто', body: { is_voting_enabled: false }, former });
  };
  const open = () => {
    if (!data) return;
    const { is_voting_enabled, is_voting_over, opens_at, closes_at } = data.value;
    press({
      label: 'Голосование открыто',
      body: { is_voting_enabled: true, ...voting.hoursOpenAt(data.value, serverNow()) },
      former: { is_voting_enabled, is_voting_over, opens_at: opens_at || null, closes_at: closes_at || null },
    });
  };
  return { state, isEnded: desk.live.parts.results?.ends_vote === true, isWaiting, close, open };
}

interface VoteProps {
  stored: Stored<voting.Fields>;
  vote: VoteState;
  isInBar: boolean; // Its button is in the bar of the desk
}

export function Vote({ stored, vote, isInBar }: VoteProps) {
  const zone = useSiteTimeZone();
  const { state = 'closed', isEnded, isWaiting, open, close } = vote;
  const { voting_url } = stored.value;
  const isOn = state === 'open' || state === 'upcoming';
  const hours = isOn ? {} : voting.hoursOpenAt(stored.value, serverNow());
  return (
    <>
      <Lamp isOn={state === 'open' && !isEnded}>{voting.stateWord(state, isEnded)}</Lamp>
      <p className={styles.note}>Посетители видят {voting.shown(stored.value, stored.value, zone, isEnded)}</p>
      {hours.opens_at && <p className={styles.note}>Начало ещё впереди, но голосование откроется сразу.</p>}
      {hours.closes_at === null && (
        <p className={styles.note}>Назначенный конец прошёл. Открытое снова, голосование закроется только вручную.</p>
      )}
      {isInBar && <p className={styles.note}>Закрыть голосование — кнопкой внизу экрана.</p>}
      {(state === 'not_held' || voting_url === '') && (
        <p className={styles.note}>
          <Link to="/admin/voting">{voting_url === '' ? 'Укажите адрес голосования' : 'Настроить голосование'}</Link>
        </p>
      )}
      {state !== 'not_held' && voting_url !== '' && !isInBar && (
        <HoldButton
          label={isOn ? CLOSE : 'Открыть голосование'}
          color={isOn ? 'red' : 'green'}
          disabled={isWaiting}
          onHeld={isOn ? close : open}
        />
      )}
    </>
  );
}

const KEPT_AS = 'rampa.desk-winner'; // Slug of the article that was made ready
const NEWS = '/admin/news';

/** The news of the winner, chosen beforehand and published by one held press. */
export function WinnerPart({ desk }: { desk: Desk }) {
  const zone = useSiteTimeZone();
  const client = useQueryClient();
  const [drafts, scheduled] = [useArticles('draft'), useArticles('scheduled')];
  const data = drafts.data && scheduled.data && [...drafts.data, ...scheduled.data];
  const [slug, choose] = useLocalStorage({
    key: KEPT_AS,
    defaultValue: '',
    getInitialValueInEffect: false,
    sync: false,
  });
  const chosen = data?.find((article) => article.slug === slug);
  const path = `${NEWS}/${slug}`;
  const publish = ({ title, status, publishAt, version }: AdminCard) => {
    const change = { body: { status: 'published' }, former: { status, publishAt }, ifMatch: `"${version}"` };
    desk.press({ label: `Опубликовано: ${quoted(title)}`, method: 'PUT', path, ...change });
  };
  const isWaiting = desk.waiting.some((press) => press.path === path);
  const reload = useCallback(() => client.invalidateQueries(withPaths(NEWS), { cancelRefetch: false }), [client]);
  // A refused press is repeated with the version that is shown.
  useEffect(() => {
    if (!isWaiting) void reload();
  }, [isWaiting, reload]);
  return (
    <Part title="Победитель" data={data} desk={{ problem: drafts.problem ?? scheduled.problem, reload }}>
      {(articles) => (
        <>
          {articles.length === 0 ? (
            <p className={styles.note}>
              Черновиков нет. <Link to="/admin/news/new">Напишите новость</Link> заранее и сохраните как черновик.
            </p>
          ) : (
            <NativeSelect
              label="Подготовленная новость"
              value={chosen ? slug : ''}
              data={[
                { value: '', label: 'Выберите заранее' },
                ...articles.map((article) => ({ value: article.slug, label: optionText(article, zone) })),
              ]}
              onFocus={reload}
              onChange={({ currentTarget }) => choose(currentTarget.value)}
            />
          )}
          {chosen && (
            <HoldButton
              label={`Опубликовать ${quoted(chosen.title)}`}
              color="hot"
              disabled={isWaiting}
              onHeld={() => publish(chosen)}
            />
          )}
        </>
      )}
    </Part>
  );
}

function useArticles(status: 'draft' | 'scheduled') {
  return useGet<AdminCard[]>(`${NEWS}?fields=card&status=${status}&limit=50`, { background: true });
}

function optionText({ title, publishAt, status }: AdminCard, zone: string): string {
  return status === 'scheduled' && publishAt ? `${title} (${momentText(publishAt, zone)})` : title;
}
