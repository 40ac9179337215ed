import { Button } from '@mantine/core';
import { Problem } from './states.tsx';

interface Props {
  hasMore: boolean;
  loadMore: () => void;
  more: { isLoading: boolean; problem: string };
}

export function More({ hasMore, loadMore, more: { isLoading, problem } }: Props) {
  if (problem) return <Problem text={`Ошибка: ${problem}`} onRetry={loadMore} />;
  if (!hasMore) return null;
  return (
    <Button variant="default" onClick={loadMore} loading={isLoading} style={{ justifySelf: 'center' }}>
      Показать ещё
    </Button>
  );
}
