import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { SeenCertificate } from './state.ts';

const WITHIN = 10_000; // ms

/** The certificate that PUBLIC_URL shows to this server; undefined without https. Never rejects. */
export async function lookAtCertificate(
  publicUrl: string | undefined,
  within = WITHIN,
): Promise<SeenCertificate | undefined> {
  if (!publicUrl?.startsWith('https:')) return undefined;
  const { hostname, port, host } = new URL(publicUrl);
  const name = hostname.replace(/^\[|\]$/g, '');
  const expiresAt = await expiryOf(name, Number(port || 443), within);
  return { host, at: new Date().toISOString(), expiresAt };
}

function expiryOf(host: string, port: number, within: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const servername = isIP(host) ? {} : { servername: host };
  // Expired and untrusted certificates are read too. Nothing is sent.
  const socket = connect({ host, port, ...servername, rejectUnauthorized: false });
  const timer = setTimeout(() => socket.destroy(), within);
  socket.once('secureConnect', () => {
    const until = Date.parse(socket.getPeerCertificate().valid_to);
    resolve(Number.isNaN(until) ? null : new Date(until).toISOString());
    socket.destroy();
  });
  socket.on('error', () => {}).once('close', () => resolve(null));
  return promise.finally(() => clearTimeout(timer));
}
