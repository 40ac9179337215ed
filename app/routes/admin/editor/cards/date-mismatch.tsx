import { Button, Group, Text } from '@mantine/core';
import { useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import ui from '../../../../ui/admin/patterns.module.css';
import type { Draft } from '../draft/draft.ts';
import { dayTexts, publicationDay } from '../draft/publication-day.ts';
import { useField, useStored } from '../draft/use-draft.ts';

interface Props {
  draft: Draft;
  /** Publication time, ISO 8601; null is immediately. */
  wanted: string | null;
}

export function DateMismatch({ draft, wanted }: Props) {
  const date = useField(draft, 'date');
  const stored = useStored(draft);
  const day = publicationDay(wanted, useSiteTimeZone());
  if (stored?.status === 'published' || date === '' || date === day) return null;
  const [appears, listed] = dayTexts(day, date);
  return (
    <Group display="flex" className={ui.notice ?? ''} data-kind="wait" role="status">
      <Text inherit flex="1 1 12rem">
        Выйдет {appears}, но в списке встанет под {listed}.
      </Text>
      <Button variant="default" size="sm" onClick={() => draft.set({ date: '' })}>
        Поставить {appears}
      </Button>
    </Group>
  );
}
