import { Link } from 'react-router';
import { useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import type { Stored } from '../../../ui/admin/form/use-stored-form.ts';
import { serverNow } from '../../../ui/time/server-clock.ts';
import { Lamp } from '../dashboard/fact-card.tsx';
import { type Fields, hoursOpenAt, STATES, shown, stateOf } from '../settings/voting/fields.ts';
import { HoldButton } from './hold-button.tsx';
import styles from './live.module.css';
import { Part } from './part.tsx';
import { useSettingPress } from './setting.ts';
import type { DeskState } from './use-desk.ts';
import type { Presses } from './use-presses.ts';

export const CLOSE = 'Закрыть голосование';

export type VoteState = ReturnType<typeof useVote>;

/** The vote, and the presses that open and close it. */
export function useVote(data: Stored<Fields> | undefined, presses: Presses) {
  const { isWaiting, press } = useSettingPress('/vote-settings', data, presses);
  const state = data && stateOf(data.value);
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
      body: { is_voting_enabled: true, ...hoursOpenAt(data.value, serverNow()) },
      former: { is_voting_enabled, is_voting_over, opens_at: opens_at || null, closes_at: closes_at || null },
    });
  };
  return { state, isWaiting, close, open };
}

/** `isInBar`: its button stands in the bar of the desk. */
export function VotePart({ state, ...rest }: { state: DeskState; vote: VoteState; isInBar: boolean }) {
  return (
    <Part title="Голосование" data={state.desk?.vote} state={state}>
      {(stored) => <Vote stored={stored} {...rest} />}
    </Part>
  );
}

function Vote({ stored, vote, isInBar }: { stored: Stored<Fields>; vote: VoteState; isInBar: boolean }) {
  const zone = useSiteTimeZone();
  const { state = 'closed', isWaiting, open, close } = vote;
  const { voting_url } = stored.value;
  const isOn = state === 'open' || state === 'upcoming';
  const hours = isOn ? {} : hoursOpenAt(stored.value, serverNow());
  return (
    <>
      <Lamp isOn={state === 'open'}>{STATES[state]}</Lamp>
      <p className={styles.note}>Посетители видят {shown(stored.value, stored.value, zone)}</p>
      {hours.opens_at && <p className={styles.note}>Начало ещё впереди, но голосование откроется сразу.</p>}
      {hours.closes_at === null && (
        <p className={styles.note}>Назначенный конец прошёл. Открытое снова, голосование закроется только вручную.</p>
      )}
      {isInBar && <p className={styles.note}>Закрыть его — кнопкой внизу экрана.</p>}
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
