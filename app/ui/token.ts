const TOKEN_KEY = 'authToken';

export function readToken(): string | null {
  return localStorage.getItem(TOKEN_KEY);
}

export function keepToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token);
}

export function dropToken(): void {
  localStorage.removeItem(TOKEN_KEY);
}

/** Called when another tab signs in (new token) or out (null). Returns the stop function. */
export function watchToken(changed: (token: string | null) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === TOKEN_KEY || key === null) changed(key ? newValue : null);
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
