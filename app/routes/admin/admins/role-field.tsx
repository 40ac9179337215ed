import { NativeSelect } from '@mantine/core';
import { ROLES, type Role, roleNames, roleRights } from '../../../../roles.ts';

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
      description={chosen && roleRights[chosen]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={ROLES.toReversed().map((role) => ({ value: role, label: roleTitle(role) }))}
    />
  );
}
