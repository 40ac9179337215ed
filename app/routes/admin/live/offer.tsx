import { Button } from '@mantine/core';
import styles from './live.module.css';
import type { Presses } from './use-presses.ts';

/** The second press of two that came at once; it counts when it was meant. */
export function Offer({ presses: { offer, takeOffer } }: { presses: Presses }) {
  return (
    <div role="status" className={styles.offers}>
      {offer && (
        <div className={styles.offer}>
          <p>Слишком скоро, не сработало: {offer.wanted.label}</p>
          <Button
            className={styles.big ?? ''}
            variant="default"
            px="sm"
            aria-label={`Ещё раз: ${offer.wanted.label}`}
            disabled={offer.isTaken}
            onClick={takeOffer}
          >
            Ещё раз
          </Button>
        </div>
      )}
    </div>
  );
}
