import type { RefObject } from 'react';
import type { useCaptions } from './captions.ts';
import type { Choice } from './engine/engine.ts';
import type { Playback, Status } from './playback.ts';
import styles from './player.module.css';

interface Props {
  captions: ReturnType<typeof useCaptions>;
  status: Status;
  playback: RefObject<Playback | null>;
}

/** Menus of captions, audio and quality. Captions come first in the tab order. */
export function Menus({ captions, status: { sounds, qualities }, playback }: Props) {
  return (
    <div className={styles.menus}>
      {captions.list.length > 0 && (
        <Menu
          name="Субтитры"
          icon="M3 5.500h18v13H3zM10.500 10.300a2.200 2.200 0 1 0 0 3.400M17 10.300a2.200 2.200 0 1 0 0 3.400"
          none="выключены"
          list={captions.list}
          chosen={captions.shown}
          isOn={captions.shown !== null}
          onChoose={captions.choose}
        />
      )}
      {sounds.list.length > 0 && (
        <Menu
          name="Звук"
          icon="M9 17.500V5l10-2v12.500M9 17.500a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0zM19 15.500a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0z"
          list={sounds.list}
          chosen={sounds.played}
          onChoose={(id) => id !== null && playback.current?.engine?.setSound(id)}
        />
      )}
      {qualities.length > 0 && (
        <Menu
          name="Качество"
          icon="M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4"
          none="авто"
          list={qualities.map(({ level, name }) => ({ id: level, name }))}
          onChoose={(level) => playback.current?.engine?.setQuality(level)}
        />
      )}
    </div>
  );
}

interface MenuProps {
  name: string;
  icon: string;
  /** Label of the empty choice; absent where a choice is required. */
  none?: string;
  list: Choice[];
  /** Absent: the select is uncontrolled. */
  chosen?: number | null;
  isOn?: boolean;
  onChoose: (id: number | null) => void;
}

/** A native select: full screen on phones, changed by arrow keys without opening. */
function Menu({ name, icon, none, list, chosen, isOn, onChoose }: MenuProps) {
  const value = chosen === undefined ? {} : { value: chosen ?? '' };
  return (
    <label className={styles.menu} data-on={isOn || undefined}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d={icon} fill="none" stroke="currentColor" strokeWidth="1.750" strokeLinecap="round" />
      </svg>
      <span className={styles.hidden}>{name}</span>
      <select
        {...value}
        title={name}
        onChange={({ currentTarget }) => onChoose(currentTarget.value === '' ? null : Number(currentTarget.value))}
      >
        {none !== undefined && <option value="">{`${name}: ${none}`}</option>}
        {list.map(({ id, name: option }) => (
          <option key={id} value={id}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}
