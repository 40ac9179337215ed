import { ButtonDialog } from './button-dialog.tsx';
import { EmbedDialog } from './embed-dialog.tsx';
import { ImageDialog } from './image-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { TableDialog } from './table-dialog.tsx';
import { TypografDialog } from './typograf-dialog.tsx';

/** What tools open, by name. */
export const DIALOGS = {
  link: LinkDialog,
  picture: ImageDialog,
  keys: KeysDialog,
  typograf: TypografDialog,
  table: TableDialog,
  button: ButtonDialog,
  embed: EmbedDialog,
};
