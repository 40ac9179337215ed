import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { Tag } from '../../../../../model/articles/tags/tags.ts';
import { tagSlug } from '../../../../../model/text/slug.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { useAnswer } from '../../../../ui/admin/queries.ts';
import { Card } from '../../../../ui/admin/screen.tsx';
import { tagList } from '../draft/fields.ts';
import { type CardProps, useField } from '../draft/use-draft.ts';

const MAX_OFFERED = 8;

export function TagsCard({ draft, errors }: CardProps) {
  const tags = useField(draft, 'tags');
  const input = useRef<HTMLInputElement>(null);
  const { data: known = [] } = useAnswer<Tag[]>('/admin/tags');
  const { before, offered } = offeredFor(tags, known);
  const add = (title: string) => {
    draft.set({ tags: `${[...before, title].join(', ')}, ` });
    input.current?.focus();
  };
  return (
    <Card title="Теги">
      <TextInput
        ref={input}
        name="tags"
        aria-label="Теги"
        description="Через запятую. По тегам читатели находят новости об одном и том же"
        placeholder="Финал, жюри"
        value={tags}
        error={Object.entries(errors).find(([name]) => /^tags\b/.test(name))?.[1]}
        onChange={({ currentTarget }) => draft.set({ tags: currentTarget.value })}
      />
      {offered.length > 0 && (
        <ul className={ui.row} aria-label="Теги, которые уже есть">
          {offered.map(({ slug, title }) => (
            <li key={slug}>
              <Button
                variant="default"
                size="compact-md"
                fw={500}
                h="auto"
                py={5}
                styles={WRAPPED}
                onClick={() => add(title)}
              >
                {title}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** A tag may have 60 letters. */
const WRAPPED = { label: { whiteSpace: 'normal' } };

/** Tags that match the text after the last comma, most used first; `before` is the text up to it. */
function offeredFor(tags: string, known: Tag[]): { before: string[]; offered: Tag[] } {
  const comma = tags.lastIndexOf(',') + 1;
  const [before, typed] = [tagList(tags.slice(0, comma)), tags.slice(comma).trim().toLowerCase()];
  const chosen = new Set(tagList(tags).map(tagSlug));
  const offered = known
    .filter(({ slug, title }) => !chosen.has(slug) && title.toLowerCase().includes(typed))
    .sort((one, other) => other.count - one.count)
    .slice(0, MAX_OFFERED);
  // A complete tag without a comma is kept.
  return { before: offered.length > 0 && typed !== '' ? before : tagList(tags), offered };
}
