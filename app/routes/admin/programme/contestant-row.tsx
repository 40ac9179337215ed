import { ActionIcon, Badge, Group, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { RowButton } from '../../../ui/admin/ask.tsx';
import { Confirm } from '../../../ui/admin/dialog.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { tellProblem } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { Thumb } from '../news/article-row.tsx';
import { ContestantForm } from './contestant-form.tsx';
import type { ProgrammeState } from './use-programme.ts';

/** `number`: place in the running order. */
export function ContestantFacts({ contestant, number }: { contestant: Contestant; number?: number }) {
  const { name, song, region, image, age_mark, is_withdrawn } = contestant;
  const about = [song && quoted(song), region].filter(Boolean).join('\u00a0· ');
  return (
    <Group wrap="nowrap" gap="0.75rem" data-withdrawn={is_withdrawn || undefined}>
      {number !== undefined && (
        <span className={ui.number} aria-hidden="true">
          {number}
        </span>
      )}
      <Thumb url={image} icon="person" />
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

interface Props {
  contestant: Contestant;
  programme: ProgrammeState;
  isPublic?: boolean;
  onLeave?: () => Promise<void>; // Out of the show in whose list the contestant stands
}

export function ContestantActions({ contestant, programme, isPublic, onLeave }: Props) {
  const { withdraw, removeContestant } = programme;
  const { name, slug, is_withdrawn } = contestant;
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <RowButton word="Изменить" of={name} onClick={() => setDialog('edit')} />
      <Menu position="bottom-end" width={240} shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Ещё: ${name}`}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isPublic && (
            <Menu.Item component="a" href={`/programme/${slug}`} target="_blank">
              Открыть на сайте
            </Menu.Item>
          )}
          <Menu.Item onClick={() => withdraw(contestant).catch(tellProblem)}>
            {is_withdrawn ? 'Вернуть в конкурс' : 'Снять с конкурса'}
          </Menu.Item>
          {onLeave && <Menu.Item onClick={() => onLeave().catch(tellProblem)}>Убрать из концерта</Menu.Item>}
          <Menu.Item color="red" onClick={() => setDialog('delete')}>
            Удалить
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'edit' && <ContestantForm contestant={contestant} onClose={close} />}
      {dialog === 'delete' && (
        <Confirm
          question="Удалить участника?"
          yes="Удалить"
          onYes={() => removeContestant(contestant).then(close)}
          onNo={close}
        >
          <p>{name}: страница сразу пропадёт с сайта, имя — из всех концертов. Вернуть нельзя.</p>
        </Confirm>
      )}
    </>
  );
}
