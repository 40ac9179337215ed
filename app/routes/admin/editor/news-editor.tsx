import { panelHead } from '../../../ui/admin/screen.tsx';
import { Opening } from './opening.tsx';

export const meta = () => panelHead('Новость');

export default function NewsEditor() {
  return <Opening kind="article" />;
}
