import { isIPv6 } from 'node:net';

/**
 * Whom attempts are counted for: an IPv4 address, or the first 64 bits of an IPv6 one, which is what one subscriber has.
 * Some proxies write a port behind the address, and IPv4 may be mapped into IPv6. A client that is gone already has no address.
 */
export function networkOf(address = ''): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  if (!isIPv6(plain)) return plain;
  const [left = '', right] = plain.toLowerCase().split('::');
  const groups = left.split(':').filter(Boolean);
  const missing = right === undefined ? 0 : 8 - groups.length - right.split(':').filter(Boolean).length;
  return `${[...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(right ?? '').split(':')].slice(0, 4).join(':')}::/64`;
}
