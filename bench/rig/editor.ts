import { ADMIN } from '../../test/rig/server.ts';

export type Put = (path: string, body: object, method?: 'POST') => Promise<unknown>;

/** An administrator who is signed in and changes settings. */
export async function signInEditor(origin: string): Promise<Put> {
  const type = { 'content-type': 'application/json' };
  const login = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers: type, body: JSON.stringify(ADMIN) });
  const { token } = (await login.json()) as { token: string };
  return async (path, body, method) => {
    const headers = { ...type, authorization: `Bearer ${token}` };
    const answer = await fetch(origin + path, { method: method ?? 'PUT', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}
