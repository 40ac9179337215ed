/** The driver percent-decodes each part: a bare "%" is invalid. */
export function isPostgresAddress(value: string): boolean {
  if (!/^postgres(ql)?:\/\/[^/]/.test(value) || !URL.canParse(value)) return false;
  const { username, password, pathname } = new URL(value);
  return [username, password, pathname].every(isDecodable);
}

/** libpq accepts several hosts; the driver treats the list as one name. */
export function namesSeveralHosts(value: string): boolean {
  const [, authority = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)/.exec(value) ?? [];
  const hosts = authority.slice(authority.lastIndexOf('@') + 1);
  const [, query = ''] = value.split('?', 2);
  return hosts.includes(',') || ['host', 'port'].some((name) => new URLSearchParams(query).get(name)?.includes(','));
}

export function passwordsIn(address: string): string[] {
  const { password, searchParams } = new URL(address);
  return [password, decodeURIComponent(password), ...searchParams.getAll('password')].filter(Boolean);
}

export function withoutPassword(address: string): string {
  const url = new URL(address);
  if (url.password) url.password = '***';
  if (url.searchParams.has('password')) url.searchParams.set('password', '***');
  return url.href;
}

/** Drops `application_name`, by which rampa processes find each other, and names the TLS mode that the driver takes others for, with a warning. */
export function forDriver(address: string): string {
  const named = address.replace(/(?<=[?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, 'verify-full');
  const url = new URL(named);
  if (!url.searchParams.has('application_name')) return named;
  url.searchParams.delete('application_name');
  return url.href;
}

function isDecodable(part: string): boolean {
  try {
    return decodeURIComponent(part) !== undefined;
  } catch {
    return false;
  }
}
