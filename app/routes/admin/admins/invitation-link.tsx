import { Alert, Button, Text, TextInput } from '@mantine/core';
import type { Invitation } from '../../../../model/sessions/invitations.ts';
import { copy } from '../../../ui/admin/copy.ts';
import { roleTitle } from './role-field.tsx';

export type Made = Invitation & { url: string };

/** The server keeps only a hash: the link is never shown again. */
export function InvitationLink({ made: { url, role, username }, onClose }: { made: Made; onClose: () => void }) {
  const address = new URL(url, location.href).href;
  return (
    <Alert color="green" withCloseButton onClose={onClose} closeButtonLabel="Закрыть">
      <Text fw={600}>
        Приглашение готово: {roleTitle(role).toLowerCase()}
        {username && <>, «{username}»</>}.
      </Text>
      <p>Отправьте ссылку лично. Больше её не покажут.</p>
      <TextInput
        aria-label="Ссылка-приглашение"
        readOnly
        my="sm"
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button variant="default" size="sm" onClick={() => copy(address, 'Ссылка скопирована.')}>
        Скопировать ссылку
      </Button>
    </Alert>
  );
}
