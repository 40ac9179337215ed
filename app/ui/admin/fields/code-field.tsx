import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import styles from './code-field.module.css';

export function CodeField({ username }: { username: string }) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <div className={styles.field}>
      {isRecovery ? (
        <Field
          key="recovery"
          label="Запасной код"
          description="Один из десяти, сохранённых при включении"
          autoComplete="off"
        />
      ) : (
        <Field
          key="app"
          label="Код из приложения"
          description={`Шесть цифр для входа под именем «${username}»`}
          autoComplete="one-time-code"
          inputMode="numeric"
        />
      )}
      <Button variant="subtle" size="sm" px={0} onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? 'Ввести код из приложения' : 'Нет телефона? Ввести запасной код'}
      </Button>
    </div>
  );
}

interface Props {
  label: string;
  description: string;
  autoComplete: string;
  inputMode?: 'numeric';
}

function Field(props: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className={styles.input}>
      <TextInput {...props} ref={field} name="otp" autoCapitalize="none" spellCheck={false} />
    </div>
  );
}
