/** What the driver takes for an address of a PostgreSQL; it decodes each part, so a "%" alone is none. */
export function isPostgresAddress(value: string): boolean {
  if (!/^postgres(ql)?:\/\/[^/]/.test(value) || !URL.canParse(value)) return false;
  const { username, password, pathname } = new URL(value);
  return [username, password, pathname].every(isDecodable);
}

/** Whether it names several servers to choose from, as libpq takes it and the driver does not: that one looks for a server of the whole name. */
export function namesSeveralHosts(value: string): boolean {
  const [, authority = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)/.exec(value) ?? [];
  const hosts = authority.slice(authority.lastIndexOf('@') + 1);
  const [, query = ''] = value.split('?', 2);
  return hosts.includes(',') || ['host', 'port'].some((name) => new URLSearchParams(query).get(name)?.includes(','));
}

/** The passwords in an address as they are written there and as they are meant: in front of the host or among the parameters. */
export function passwordsIn(address: string): string[] {
  const { password, searchParams } = new URL(address);
  return [password, decodeURIComponent(password), ...searchParams.getAll('password')].filter(Boolean);
}

/** The address with *** for passwords. */
export function withoutPassword(address: string): string {
  const url = new URL(address);
  if (url.password) url.password = '***';
  if (url.searchParams.has('password')) url.searchParams.set('password', '***');
  return url.href;
}

/** Programs of ours know each other by the names of their connections: none is taken from the address. */
export function withoutName(address: string): string {
  const url = new URL(address);
  if (!url.searchParams.has('application_name')) return address;
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
