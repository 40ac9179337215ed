import { Button, Flex, Loader, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Problem } from '../../../ui/admin/loading/states.tsx';

export function Checking() {
  return (
    <Message>
      <Loader size="sm" aria-hidden="true" />
      <p role="status">Проверка авторизации...</p>
    </Message>
  );
}

export function CheckFailed({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <Message>
      <div style={{ textAlign: 'start' }}>
        <Problem text={`Ошибка: ${problem}`} onRetry={onRetry} />
      </div>
      <Text c="dimmed" maw="28rem">
        Вход не потерян: как только сервер ответит, панель откроется.
      </Text>
    </Message>
  );
}

export function Crashed() {
  return (
    <Message>
      <Title order={1}>Экран сломался</Title>
      <Text c="dimmed" maw="28rem">
        Ошибка на нашей стороне. Сохранённое не пострадало: откройте экран заново.
      </Text>
      <Button onClick={() => location.reload()}>Открыть заново</Button>
    </Message>
  );
}

function Message({ children }: { children: ReactNode }) {
  return (
    <Flex component="main" direction="column" justify="center" align="center" gap="md" flex={1} p="lg" ta="center">
      {children}
    </Flex>
  );
}
