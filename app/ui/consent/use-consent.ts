import { useSyncExternalStore } from 'react';

type Consent = 'unset' | 'accepted' | 'declined';

/** The visitor's decision about cookies as the inline script keeps it on <html>; `unset` on the server. */
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
