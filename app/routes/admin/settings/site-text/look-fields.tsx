import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { accentColours, accentOf, GROUNDS, OWN_ACCENT } from '../../../../../model/colour/accent.ts';
import { contrast, isHexColour } from '../../../../../model/colour/oklch.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { PickImage } from '../../uploads/images/pick-image.tsx';
import styles from './look.module.css';

interface Props extends TextInputProps {
  value: string;
  onPick: (colour: string) => void;
}

const SWATCHES = [
  [OWN_ACCENT, 'Оранжевый'],
  ['#e5203a', 'Красный'],
  ['#ff3d8b', 'Розовый'],
  ['#a855f7', 'Фиолетовый'],
  ['#3b6cff', 'Синий'],
  ['#00a8c6', 'Бирюзовый'],
  ['#12a866', 'Зелёный'],
  ['#ffc400', 'Жёлтый'],
] as const;

export function AccentField({ value, onPick, ...props }: Props) {
  const accent = accentOf(value);
  return (
    <div className={ui.list}>
      <TextInput
        {...props}
        value={value}
        placeholder={OWN_ACCENT}
        rightSection={
          <input
            type="color"
            className={styles.picker}
            aria-label="Выбрать цвет на палитре"
            value={accent}
            onChange={({ currentTarget }) => onPick(currentTarget.value)}
          />
        }
      />
      <div className={ui.row}>
        {SWATCHES.map(([colour, name]) => (
          <button
            key={colour}
            type="button"
            className={styles.swatch}
            style={{ background: colour }}
            aria-label={name}
            aria-pressed={accent === colour}
            onClick={() => onPick(colour)}
          />
        ))}
        {value !== '' && (
          <Button variant="subtle" size="sm" px="sm" onClick={() => onPick('')}>
            Вернуть цвет по умолчанию
          </Button>
        )}
      </div>
      <div className={ui.pair}>
        <Preview accent={accent} theme="light" />
        <Preview accent={accent} theme="dark" />
      </div>
      {value !== '' && isHexColour(value) && (
        <p className={ui.note}>
          Где выбранный цвет плохо читается, сайт сам делает его светлее или темнее: контраст текста всегда не ниже 4,5
          : 1.
        </p>
      )}
    </div>
  );
}

const THEMES = {
  light: { name: 'Светлая тема', field: '#f7f1ea', ink: '#1a1220' },
  dark: { name: 'Тёмная тема', field: '#0c0913', ink: '#f7f0e8' },
};

const BUTTON = { marginInlineEnd: '0.625rem', padding: '0.5rem 1.125rem', borderRadius: '2rem', fontWeight: 600 };

function Preview({ accent, theme }: { accent: string; theme: 'light' | 'dark' }) {
  const { hot, onHot, hotInk } = accentColours(accent, theme);
  const { name, field, ink } = THEMES[theme];
  const least = Math.min(contrast(hot, onHot), contrast(hotInk, GROUNDS[theme]));
  return (
    <figure className={ui.notice} style={{ background: field, color: ink }}>
      <figcaption>{name}</figcaption>
      <p className={ui.row}>
        <span style={{ ...BUTTON, background: hot, color: onHot }}>Голосовать</span>
        <span style={{ color: hotInk, fontWeight: 500 }}>Читать далее</span>
      </p>
      <p style={{ fontSize: '0.8125rem' }}>Контраст текста — не ниже {tenths(least)} : 1</p>
    </figure>
  );
}

/** Rounded down, so that a contrast never looks better than it is. */
function tenths(value: number): string {
  return (Math.floor(value * 10) / 10).toLocaleString('ru-RU');
}

interface LogoProps extends TextInputProps {
  value: string;
  onPick: (url: string) => void;
  done: string;
  note: string;
  isOnPlate?: boolean; // The site shows it on a white plate, not on the ground of the page
}

export function LogoField({ value, onPick, done, note, isOnPlate, ...props }: LogoProps) {
  return (
    <div className={ui.list}>
      <TextInput {...props} value={value} />
      <PickImage value={value} words={WORDS} done={done} accept="image/png,image/webp,image/jpeg" onPick={onPick}>
        {value !== '' && (
          <div className={ui.pair}>
            {isOnPlate ? (
              <img className={styles.logo} src={value} alt="Логотип" data-theme="plate" />
            ) : (
              <>
                <img className={styles.logo} src={value} alt="Логотип на светлой теме" data-theme="light" />
                <img className={styles.logo} src={value} alt="Логотип на тёмной теме" data-theme="dark" />
              </>
            )}
          </div>
        )}
      </PickImage>
      <p className={ui.note}>{note}</p>
    </div>
  );
}

const WORDS = { accusative: 'логотип', genitive: 'логотипа' };
