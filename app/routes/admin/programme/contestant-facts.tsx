import { Badge, Group, Text } from '@mantine/core';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { Thumb } from '../news/article-row.tsx';
import styles from './programme.module.css';

/** `number`: place in the running order. */
export function ContestantFacts({ contestant, number }: { contestant: Contestant; number?: number }) {
  const { name, song, region, image, age_mark, is_withdrawn } = contestant;
  const about = [song && `«${song}»`, region].filter(Boolean).join(' · ');
  return (
    <Group wrap="nowrap" gap="0.5rem" className={styles.facts ?? ''} data-withdrawn={is_withdrawn || undefined}>
      {number !== undefined && (
        <span className={ui.number} aria-hidden="true">
          {number}
        </span>
      )}
      <Thumb url={image} className={styles.thumb} />
      <div style={{ minWidth: 0 }}>
        <Text fw={600}>{name}</Text>
        {about && (
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        )}
        {(is_withdrawn || age_mark) && (
          <Group gap="0.375rem" mt="0.25rem">
            {is_withdrawn && <Badge color="red">Не участвует</Badge>}
            {age_mark && <Badge color="gray">{age_mark}</Badge>}
          </Group>
        )}
      </div>
    </Group>
  );
}
