import { isIPv6 } from 'node:net';

/** Key of per-client limits: an IPv4 address, or the /64 of an IPv6 subscriber. Empty if the client has gone. */
export function networkOf(address = ''): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  if (!isIPv6(plain)) return plain;
  const [left = '', right] = plain.toLowerCase().split('::');
  const groups = left.split(':').filter(Boolean);
  const missing = right === undefined ? 0 : 8 - groups.length - right.split(':').filter(Boolean).length;
  return `${[...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(right ?? '').split(':')].slice(0, 4).join(':')}::/64`;
}
