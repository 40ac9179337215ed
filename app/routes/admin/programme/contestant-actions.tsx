import { ActionIcon, Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import { Confirm } from '../../../ui/admin/confirm.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { tellProblem } from '../../../ui/admin/notices.ts';
import { ContestantForm } from './contestant-form.tsx';
import type { ProgrammeState } from './use-programme.ts';

interface Props {
  contestant: Contestant;
  programme: ProgrammeState;
  isPublic?: boolean;
  /** Out of the show in whose list the contestant stands. */
  onLeave?: () => Promise<void>;
}

export function ContestantActions({ contestant, programme, isPublic, onLeave }: Props) {
  const { withdraw, removeContestant } = programme;
  const { name, slug, is_withdrawn } = contestant;
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Button variant="default" size="sm" aria-label={`Изменить: ${name}`} onClick={() => setDialog('edit')}>
        Изменить
      </Button>
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
          <p>{name}: страница сразу пропадёт с сайта, имя — из всех концертов.</p>
        </Confirm>
      )}
    </>
  );
}
