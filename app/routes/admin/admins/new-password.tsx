import { Button, Stack, TextInput } from '@mantine/core';

interface Props {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
  onMade: (password: string) => void;
}

export function NewPassword({ onMade, ...props }: Props) {
  return (
    <Stack gap="0.625rem" align="flex-start">
      <TextInput
        {...props}
        w="100%"
        label="Пароль"
        description="Не короче 12 знаков. Передайте его лично: позже каждый сменит пароль сам."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        withAsterisk
        aria-required
      />
      <Button variant="default" onClick={() => onMade(makePassword())}>
        Придумать пароль
      </Button>
    </Stack>
  );
}

/** 128 random bits. */
function makePassword(): string {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return [...words].map((word) => word.toString(16).padStart(8, '0')).join('-');
}
