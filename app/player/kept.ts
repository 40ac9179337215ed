/** A choice of the visitor on this device; undefined when there is none. */
export function readKept<T>(key: string): T | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stored only after a consent decision, either one. */
export function keep(key: string, value: unknown): void {
  try {
    if (localStorage.getItem('cookieConsent') !== null) localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is disabled: the choice lasts as long as the page.
  }
}
