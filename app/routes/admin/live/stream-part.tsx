import type { Stored } from '../../../ui/admin/form/use-stored-form.ts';
import { Lamp } from '../dashboard/fact-card.tsx';
import { activeOf, type Fields, type SourceDraft, shown } from '../settings/watch-settings/fields.ts';
import { HoldButton } from './hold-button.tsx';
import styles from './live.module.css';
import { DeskButton, ignoreRepeats } from './main-button.tsx';
import { Part } from './part.tsx';
import { useSettingPress } from './setting.ts';
import type { DeskState } from './use-desk.ts';
import type { Presses } from './use-presses.ts';

interface Props {
  state: DeskState;
  presses: Presses;
  /** The show has ended: switched off, the broadcast is over. */
  isShowOver: boolean;
}

export function StreamPart({ state, ...rest }: Props) {
  return (
    <Part title="Трансляция" data={state.desk?.watch} state={state}>
      {(stored) => <Stream stored={stored} {...rest} />}
    </Part>
  );
}

function Stream({ stored, presses, isShowOver }: Omit<Props, 'state'> & { stored: Stored<Fields> }) {
  const { title, description, is_stream_enabled: isOn, is_stream_over, active_source, sources } = stored.value;
  const { isWaiting, isCoolingDown, press } = useSettingPress('/watch-settings', stored, presses);
  const change = (label: string, body: object, former: object) =>
    press({ label, body: { title, description, ...body }, former: { title, description, ...former } });
  const turn = (is_stream_enabled: boolean) =>
    change(
      is_stream_enabled ? 'Трансляция включена' : 'Трансляция выключена',
      { is_stream_enabled, ...(!is_stream_enabled && isShowOver && { is_stream_over: true }) },
      { is_stream_enabled: isOn, is_stream_over },
    );
  const choose = ({ id, title: name }: SourceDraft) =>
    change(`Источник у зрителей: ${name}`, { active_source: id }, { active_source: active_source || null });
  const active = activeOf(stored.value);
  return (
    <>
      <Lamp isOn={isOn}>{isOn ? 'Включена' : 'Выключена'}</Lamp>
      <p className={styles.note}>Посетители видят {shown(stored.value, stored.value)}</p>
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
