import { Button } from '@mantine/core';
import { data, Link } from 'react-router';
import { Empty } from '../../../ui/admin/loading/states.tsx';
import { panelHead, Screen } from '../../../ui/admin/screen.tsx';

export const meta = () => panelHead('Нет такой страницы');

export function loader() {
  return data(null, { status: 404 });
}

export default function UnknownScreen() {
  return (
    <Screen title="Нет такой страницы">
      <Empty title="В панели нет страницы с таким адресом">
        <Button component={Link} to="/admin">
          К началу панели
        </Button>
      </Empty>
    </Screen>
  );
}
