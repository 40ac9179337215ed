import { NativeSelect } from '@mantine/core';
import { ROLES, type Role, roleNames } from '../../../../roles.ts';

const MAY: Record<Role, string> = {
  administrator: 'Всё, вместе с командой, копиями и проверкой сайта.',
  editor: 'Новости, тексты, картинки, партнёры, трансляция и голосование.',
  broadcast: 'Только трансляция и голосование: включить, выключить, настроить.',
  author: 'Только свои черновики. Публикует их редактор.',
};

/** First letter in upper case. */
export function roleTitle(role: Role): string {
  const name = roleNames[role];
  return name.charAt(0).toUpperCase() + name.slice(1);
}

interface Props {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
}

export function RoleField(props: Props) {
  const chosen = ROLES.find((role) => role === props.value);
  return (
    <NativeSelect
      {...props}
      size="md"
      label="Роль"
      description={chosen && MAY[chosen]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={ROLES.toReversed().map((role) => ({ value: role, label: roleTitle(role) }))}
    />
  );
}
