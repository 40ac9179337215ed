import { Button, NativeSelect, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Group } from '../../../../../model/articles/groups.ts';
import { STATUS_WORDS } from '../../../../../model/articles/kinds.ts';
import { quoted } from '../../../../../model/text/quoted.ts';
import { isEditor } from '../../../../../roles.ts';
import { notifyError } from '../../../../ui/admin/notices.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { useChange, useGet } from '../../../../ui/admin/queries.ts';
import { Card } from '../../../../ui/admin/screen.tsx';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import type { Draft } from '../draft/draft.ts';
import { type CardProps, useDraft, useField } from '../draft/use-draft.ts';

const NEW = 'new';

/** Groups: at most one article of each may be public. */
export function useGroups() {
  const { role } = useSession();
  const { data, reload } = useGet<Group[]>(isEditor(role) ? '/admin/groups' : null, { background: true });
  const change = useChange('/admin/groups');
  const create = async (name: string) => (await change<Group>('POST', '/admin/groups', { body: { name } })).data;
  return { groups: data ?? [], reload, create };
}

export type Groups = ReturnType<typeof useGroups>;

/** Variants prepared for each outcome: once one is public the others are locked. */
export function GroupCard({ draft, errors, groups: { groups, create } }: CardProps & { groups: Groups }) {
  const chosen = useField(draft, 'group');
  const stored = useDraft(draft, 'article');
  const [isNaming, setNaming] = useState(false);
  const group = groups.find(({ id }) => id === chosen);
  const others = (group?.articles ?? []).filter(({ id }) => id !== stored?.id);
  return (
    <Card>
      <details open={chosen !== null || errors.group !== undefined || undefined}>
        <summary>
          <Title order={2} display="inline">
            Выйдет только одна из…
          </Title>
        </summary>
        <div className={ui.form} style={{ paddingTop: '0.75rem' }}>
          <NativeSelect
            name="group"
            label="Группа"
            description="Из новостей одной группы читатели увидят только одну: например, «Победила Анна» или «Победил Борис»"
            value={isNaming ? NEW : String(chosen ?? '')}
            error={errors.group}
            onChange={({ currentTarget: { value } }) => {
              setNaming(value === NEW);
              if (value !== NEW) draft.set({ group: value === '' ? null : Number(value) });
            }}
            data={[
              { value: '', label: 'Без группы' },
              ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
              { value: NEW, label: 'Новая группа…' },
            ]}
          />
          {isNaming && (
            <NewGroup
              onCreate={async (name) => {
                const { id } = await create(name);
                setNaming(false);
                draft.set({ group: id });
              }}
            />
          )}
          {others.length > 0 && (
            <ul className={ui.list}>
              {others.map(({ id, slug, title, status }) => (
                <li key={id}>
                  <Link to={`/admin/news/edit/${slug}`} target="_blank">
                    {title}
                  </Link>{' '}
                  <span className={ui.note}>— {STATUS_WORDS[status]}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </details>
    </Card>
  );
}

function NewGroup({ onCreate }: { onCreate: (name: string) => Promise<void> }) {
  const [name, setName] = useState('');
  const { mutate, isPending } = useMutation({ mutationFn: onCreate, onError: notifyError });
  const create = () => mutate(name.trim());
  return (
    <div className={ui.row} style={{ alignItems: 'flex-end' }}>
      <TextInput
        flex="1 1 10rem"
        label="Название группы"
        value={name}
        autoFocus
        onKeyDown={({ key }) => key === 'Enter' && name.trim() && create()}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button variant="default" loading={isPending} disabled={name.trim() === ''} onClick={create}>
        Создать группу
      </Button>
    </div>
  );
}

/** Why an article of a group cannot be published now. */
export function useLock(draft: Draft, { groups }: Groups): string | undefined {
  const stored = useDraft(draft, 'article');
  const groupId = useField(draft, 'group');
  const group = groups.find(({ id }) => id === groupId);
  const holder = group?.articles.find(({ id, status }) => id !== stored?.id && status !== 'draft');
  if (!group || !holder) return undefined;
  const done = holder.status === 'scheduled' ? 'уже назначена к публикации' : 'уже опубликована';
  return `Из группы ${quoted(group.name)} ${done} новость ${quoted(holder.title)}, а публичной может быть только одна. Сначала снимите её с публикации.`;
}
