import { CloseButton, VisuallyHidden } from '@mantine/core';
import { timeText, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import styles from './live.module.css';
import { DeskButton } from './main-button.tsx';
import type { Feed } from './use-desk.ts';
import type { Presses } from './use-presses.ts';

/** Whether the desk is connected, what waits to be sent, and what became of the last press. */
export function Unsent({ feed, presses }: { feed: Feed; presses: Presses }) {
  const { waiting, isStuck, done, refused, dismiss, cancel } = presses;
  const zone = useSiteTimeZone();
  return (
    <div className={styles.notices}>
      <VisuallyHidden role="status">{done}</VisuallyHidden>
      {feed === 'lost' && (
        <p className={styles.lost} role="status">
          Нет связи. Нажатия сохранятся и уйдут, когда она появится.
        </p>
      )}
      {refused.map(({ key, text }) => (
        <div key={key} className={styles.refused} role="alert">
          <p>{text}</p>
          <CloseButton size="xl" aria-label="Закрыть" onClick={() => dismiss(key)} />
        </div>
      ))}
      {isStuck && (
        <ul className={styles.unsent} aria-label="Не отправлено">
          {waiting.map(({ key, label, at }) => (
            <li key={key}>
              <p>
                <b>Не отправлено:</b> {label}, {timeText(new Date(at), zone)}
              </p>
              <DeskButton onClick={() => cancel(key)}>Отменить</DeskButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
