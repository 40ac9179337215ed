import { Button, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

export function CodeField({ username }: { username: string }) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <Stack gap="0.5rem" align="flex-start">
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
    </Stack>
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
  return <TextInput {...props} w="100%" ref={field} name="otp" autoCapitalize="none" spellCheck={false} />;
}
