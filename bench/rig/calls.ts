import { ADMIN } from '../../test/rig/server.ts';

/** Signs the administrator of a test server in. */
export async function signIn(origin: string): Promise<string> {
  const login = await call(origin, 'POST', '/api/auth/login', ADMIN);
  return ((await login.json()) as { token: string }).token;
}

export function call(origin: string, method: string, path: string, body: object, token?: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  return fetch(origin + path, { method, headers, body: JSON.stringify(body) });
}
