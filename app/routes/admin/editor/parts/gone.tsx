import { Alert, Button } from '@mantine/core';

export function Gone({ onMakeAgain }: { onMakeAgain: () => void }) {
  return (
    <Alert color="red" title="Новость тем временем удалили">
      <p>Ваш текст цел. Удалённое лежит в корзине 30 дней; из того, что на экране, можно сделать новую новость.</p>
      <Button variant="default" onClick={onMakeAgain}>
        Создать заново
      </Button>
    </Alert>
  );
}
