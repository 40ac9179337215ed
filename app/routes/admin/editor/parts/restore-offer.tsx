import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { plural } from '../../../../../model/text/plural.ts';
import { Moment } from '../../../../ui/admin/fields/moment.tsx';
import ui from '../../../../ui/admin/patterns.module.css';
import { paragraphsOf } from '../body/read-html.ts';
import { Changes } from '../diff/changes.tsx';
import type { Draft } from '../draft/draft.ts';
import type { LocalDraftEntry } from '../draft/local-draft-store.ts';
import type { useLocalDrafts } from '../draft/use-local-drafts.ts';

interface Props {
  draft: Draft;
  isStored: boolean;
  localDrafts: LocalDrafts;
}

type LocalDrafts = ReturnType<typeof useLocalDrafts>;

/** Unsaved texts of this browser. Never restored automatically. */
export function RestoreOffer({ draft, isStored, localDrafts }: Props) {
  const [entry, ...others] = localDrafts.offers;
  if (!entry) return null;
  return (
    <Paper
      component="section"
      radius="lg"
      bg="var(--surface)"
      bd="2px solid var(--wait)"
      aria-label="Несохранённый текст"
    >
      {isStored && others.length === 0 ? <Whole {...{ draft, entry, localDrafts }} /> : <Listed {...localDrafts} />}
    </Paper>
  );
}

export function titleOf({ fields }: LocalDraftEntry): string {
  return fields.title.trim() || 'Без заголовка';
}

interface WholeProps {
  draft: Draft;
  entry: LocalDraftEntry;
  localDrafts: LocalDrafts;
}

function Whole({ draft, entry, localDrafts: { restore, drop } }: WholeProps) {
  return (
    <Stack gap="0.875rem" p={SIDE}>
      <Text fw={600}>
        В этом браузере остался несохранённый текст: <Moment at={entry.at} />.
      </Text>
      <Changes before={entry.base.fields} after={entry.fields} />
      {draft.base.version !== entry.base.version && (
        <p>
          С тех пор {draft.words.accusative} сохраняли. Восстановленное не затрёт чужих правок: при сохранении панель
          объединит их или спросит.
        </p>
      )}
      <Group gap="0.625rem">
        <Button onClick={() => restore(entry)}>Восстановить</Button>
        <Button variant="subtle" color="red" onClick={() => drop(entry)}>
          Удалить
        </Button>
      </Group>
    </Stack>
  );
}

const SIDE = 'clamp(1rem, 3vw, 1.5rem)';

function Listed({ offers: entries, restore, drop }: LocalDrafts) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const isShown = isOpen || entries.length === 1;
  const count = plural(entries.length, 'несохранённый текст', 'несохранённых текста', 'несохранённых текстов');
  return (
    <>
      <Group gap="0.625rem" wrap="nowrap" px={SIDE} py={4}>
        <p>
          <b>{count}</b> в этом браузере
        </p>
        {entries.length > 1 && (
          <Button
            flex="none"
            variant="subtle"
            aria-expanded={isOpen}
            aria-controls={list}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Скрыть' : 'Показать'}
          </Button>
        )}
      </Group>
      <ul id={list} className={ui.lines} style={{ maxHeight: '20rem', overflowY: 'auto' }} hidden={!isShown}>
        {isShown &&
          entries.map((entry) => (
            <li key={entry.key}>
              <Group gap="0.375rem 0.625rem" px={SIDE} w="100%">
                {/* The buttons stay clear of notices, which come at the right. */}
                <Box flex="0 1 24rem" miw={0}>
                  <Text fw={600} truncate>
                    {titleOf(entry)}
                  </Text>
                  <Text size="sm" c="dimmed" truncate>
                    <Moment at={entry.at} />
                    {firstWords(entry)}
                  </Text>
                </Box>
                <Button variant="default" aria-label={`Открыть: ${titleOf(entry)}`} onClick={() => restore(entry)}>
                  Открыть
                </Button>
                <Button
                  variant="subtle"
                  color="red"
                  aria-label={`Удалить: ${titleOf(entry)}`}
                  onClick={() => drop(entry)}
                >
                  Удалить
                </Button>
              </Group>
            </li>
          ))}
      </ul>
    </>
  );
}

function firstWords({ fields }: LocalDraftEntry): string {
  const words = paragraphsOf(fields.content).join(' ').slice(0, 300);
  return words && ` · ${words}`;
}
