import { ADMIN } from '../../test/rig/server.ts';

/** Signs the administrator of a test server in. */
export async function signIn(origin: string): Promise<string> {
  const login = await call(origin, 'POST', '/api/auth/login', ADMIN);
  return ((await login.json()) as { token: string }).token;
}

export type Put = (path: string, body: object, method?: 'POST') => Promise<unknown>;

/** An administrator who is signed in and changes settings. */
export async function signInEditor(origin: string): Promise<Put> {
  const token = await signIn(origin);
  return async (path, body, method) => {
    const answer = await call(origin, method ?? 'PUT', path, body, token);
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}

export function call(origin: string, method: string, path: string, body: object, token?: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  return fetch(origin + path, { method, headers, body: JSON.stringify(body) });
}
