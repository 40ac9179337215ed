import { panelHead } from '../../../ui/admin/screen.tsx';
import { Opening } from './opening.tsx';

export const meta = () => panelHead('Страница');

export default function PageEditor() {
  return <Opening kind="page" />;
}
