import { TextInput, type TextInputProps } from '@mantine/core';
import ui from '../../../../ui/admin/patterns.module.css';
import { PickImage } from '../../uploads/images/pick-image.tsx';
import styles from './logo-field.module.css';

interface Props extends TextInputProps {
  value: string;
  onPick: (url: string) => void;
  done: string;
  note: string;
  isOnPlate?: boolean; // The site shows it on a white plate, not on the ground of the page
}

export function LogoField({ value, onPick, done, note, isOnPlate, ...props }: Props) {
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
