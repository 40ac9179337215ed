import { useSyncExternalStore } from 'react';

type Consent = 'unset' | 'accepted' | 'declined';

/** `data-consent` of `<html>`, set by the inline script; `unset` on the server. */
export function useConsent(): Consent {
  return useSyncExternalStore(subscribe, current, () => 'unset');
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('rampa:consent', changed);
  return () => document.removeEventListener('rampa:consent', changed);
}

function current(): Consent {
  const { consent } = document.documentElement.dataset;
  return consent === 'accepted' || consent === 'declined' ? consent : 'unset';
}
