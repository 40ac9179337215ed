import { Badge, Text } from '@mantine/core';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import { Thumb } from '../news/article-row.tsx';
import styles from './programme.module.css';

/** `number`: place in the running order. */
export function ContestantFacts({ contestant, number }: { contestant: Contestant; number?: number }) {
  const { name, song, region, image, age_mark, is_withdrawn } = contestant;
  const about = [song && `«${song}»`, region].filter(Boolean).join(' · ');
  return (
    <div className={styles.facts} data-withdrawn={is_withdrawn || undefined}>
      {number !== undefined && (
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
      )}
      <Thumb url={image} className={styles.thumb} />
      <div>
        <Text fw={600}>{name}</Text>
        {about && (
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        )}
        {(is_withdrawn || age_mark) && (
          <div className={styles.marks}>
            {is_withdrawn && <Badge color="red">Не участвует</Badge>}
            {age_mark && <Badge color="gray">{age_mark}</Badge>}
          </div>
        )}
      </div>
    </div>
  );
}
