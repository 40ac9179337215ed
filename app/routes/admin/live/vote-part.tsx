import { Link } from 'react-router';
import { useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import type { Stored } from '../../../ui/admin/form/use-stored-form.ts';
import { serverNow } from '../../../ui/time/server-clock.ts';
import { Lamp } from '../dashboard/fact-card.tsx';
import type { useSetting } from '../dashboard/use-setting.ts';
import { type Fields, hoursOpenAt, STATES, shown, stateOf } from '../settings/voting/fields.ts';
import { HoldButton } from './hold-button.tsx';
import styles from './live.module.css';
import { Part } from './part.tsx';
import { useSettingPress } from './setting.ts';
import type { Presses } from './use-presses.ts';

interface Props {
  setting: ReturnType<typeof useSetting<Fields>>;
  presses: Presses;
}

export function VotePart({ setting: { data, problem, reload }, presses }: Props) {
  return (
    <Part title="Голосование" isLoaded={data !== undefined} problem={problem} onRetry={reload}>
      {data && <Vote stored={data} presses={presses} />}
    </Part>
  );
}

function Vote({ stored, presses }: { stored: Stored<Fields>; presses: Presses }) {
  const zone = useSiteTimeZone();
  const { isWaiting, press } = useSettingPress('/vote-settings', stored, presses);
  const { is_voting_enabled, is_voting_over, voting_url, opens_at, closes_at } = stored.value;
  const state = stateOf(stored.value);
  const isOn = state === 'open' || state === 'upcoming';
  const hours = isOn ? {} : hoursOpenAt(stored.value, serverNow());
  const close = () =>
    press({
      label: 'Голосование закрыто',
      body: { is_voting_enabled: false },
      former: { is_voting_enabled, is_voting_over },
    });
  const open = () =>
    press({
      label: 'Голосование открыто',
      body: { is_voting_enabled: true, ...hoursOpenAt(stored.value, serverNow()) },
      former: { is_voting_enabled, is_voting_over, opens_at: opens_at || null, closes_at: closes_at || null },
    });
  return (
    <>
      <Lamp isOn={state === 'open'}>{STATES[state]}</Lamp>
      <p className={styles.note}>Посетители видят {shown(stored.value, stored.value, zone)}</p>
      {hours.opens_at && <p className={styles.note}>Начало ещё впереди, но голосование откроется сразу.</p>}
      {hours.closes_at === null && (
        <p className={styles.note}>Назначенный конец прошёл. Открытое снова, голосование закроется только вручную.</p>
      )}
      {state === 'not_held' || voting_url === '' ? (
        <p className={styles.note}>
          <Link to="/admin/voting">{voting_url === '' ? 'Укажите адрес голосования' : 'Настроить голосование'}</Link>
        </p>
      ) : (
        <HoldButton
          label={isOn ? 'Закрыть голосование' : 'Открыть голосование'}
          color={isOn ? 'red' : 'green'}
          disabled={isWaiting}
          onHeld={isOn ? close : open}
        />
      )}
    </>
  );
}
