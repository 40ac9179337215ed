import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import type { Stored } from '../../../ui/admin/form/use-stored-form.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { useJustChanged } from '../../../ui/admin/use-just-changed.ts';
import type { Presses } from './use-presses.ts';

interface Change {
  label: string;
  body: Record<string, unknown>;
  /** What the undo saves. */
  former: Record<string, unknown>;
}

/**
 * Changes stored settings by a press, with an undo for ten seconds. Buttons that need no hold have a cooldown of a second after
 * each change: the second tap of a double tap would hit what has taken their place.
 */
export function useSettingPress(path: string, stored: Stored<unknown> | undefined, presses: Presses) {
  const { call } = useSession();
  const isWaiting = presses.waiting.some((press) => press.path === path);
  const isCoolingDown = useJustChanged(stored?.version ?? '') || isWaiting;
  const press = ({ label, body, former }: Change, onDone?: () => void) => {
    if (!stored || isWaiting) return;
    presses.press({ label, method: 'PUT', path, body, ifMatch: stored.version }, ({ version: ifMatch }) => {
      onDone?.();
      offerUndo({ text: `${label}.`, undo: () => call('PUT', path, { body: former, ifMatch }) });
    });
  };
  return { isWaiting, isCoolingDown, press };
}
