import type { ChangeEvent } from 'react';
import styles from './cards.module.css';

interface Props {
  label: string;
  name?: string;
  accept?: string;
  disabled: boolean;
  onChoose: (file: File) => void;
}

/** A button that asks for one picture of this device. */
export function ImageFile({ label, name, accept = 'image/*', disabled, onChoose }: Props) {
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // The same file may be chosen again after a failure.
    currentTarget.value = '';
    if (file) onChoose(file);
  };
  return (
    <label className={styles.file} data-disabled={disabled || undefined}>
      <input type="file" name={name} accept={accept} onChange={choose} disabled={disabled} />
      {label}
    </label>
  );
}
