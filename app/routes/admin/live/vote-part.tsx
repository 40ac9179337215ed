import { Link } from 'react-router';
import { useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import type { Stored } from '../../../ui/admin/form/use-stored-form.ts';
import { Lamp } from '../dashboard/fact-card.tsx';
import type { useSetting } from '../dashboard/use-setting.ts';
import { type Fields, STATES, shown, stateOf } from '../settings/voting/fields.ts';
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
  const { is_voting_enabled: isEnabled, is_voting_over, voting_url } = stored.value;
  const state = stateOf(stored.value);
  const turn = () =>
    press({
      label: isEnabled ? 'Голосование закрыто' : 'Голосование открыто',
      body: { is_voting_enabled: !isEnabled },
      former: { is_voting_enabled: isEnabled, is_voting_over },
    });
  return (
    <>
      <Lamp isOn={state === 'open'}>{STATES[state]}</Lamp>
      <p className={styles.note}>Посетители видят {shown(stored.value, stored.value, zone)}</p>
      {state === 'not_held' || voting_url === '' ? (
        <p className={styles.note}>
          <Link to="/admin/voting">{voting_url === '' ? 'Укажите адрес голосования' : 'Настроить голосование'}</Link>
        </p>
      ) : (
        <HoldButton color={isEnabled ? 'red' : 'green'} disabled={isWaiting} onHeld={turn}>
          {isEnabled ? 'Закрыть голосование' : 'Открыть голосование'}
        </HoldButton>
      )}
    </>
  );
}
