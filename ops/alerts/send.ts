import { createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import type { Config } from '../../config.ts';
import { VERSION } from '../../version.ts';

/** For name, connection and the head of the answer. Its body is not read. */
const WITHIN = 10_000; // ms

export type AlertCode =
  | 'backup_failed'
  | 'backup_trial_failed'
  | 'backup_elsewhere_failed'
  | 'disk_low'
  | 'certificate_expiring'
  | 'test';

export interface Alert {
  id: string; // Idempotency key: a retry has the same
  event: 'raised' | 'reminded' | 'resolved' | 'test';
  code: AlertCode;
  since: string; // ISO 8601, UTC
  message: string; // For a person, in Russian
}

type AlertConfig = Pick<Config, 'alertUrl' | 'alertSecret' | 'publicUrl'>;

/** POSTs an alert, signed. Returns the problem as a Russian sentence without the address; undefined when accepted. */
export async function sendAlert(config: AlertConfig, alert: Alert, within = WITHIN): Promise<string | undefined> {
  const { alertUrl = '', alertSecret = '', publicUrl = null } = config;
  const sent = { version: 1, ...alert, site: publicUrl, host: hostname(), at: new Date().toISOString() };
  const body = JSON.stringify(sent);
  const timestamp = String(Math.floor(Date.now() / 1000));
  try {
    const answer = await fetch(alertUrl, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(within),
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': `rampa/${VERSION}`,
        'X-Rampa-Timestamp': timestamp,
        'X-Rampa-Signature': `sha256=${signatureOf(alertSecret, timestamp, body)}`,
      },
      body,
    });
    await answer.body?.cancel();
    if (answer.ok) return undefined;
    const isRedirect = answer.status >= 300 && answer.status < 400;
    return isRedirect
      ? `Получатель перенаправляет на другой адрес (${answer.status}): укажите в ALERT_URL сразу его.`
      : `Получатель ответил ошибкой ${answer.status}.`;
  } catch (error) {
    return reasonOf(error);
  }
}

/** HMAC-SHA256 over `timestamp.body`, hexadecimal: an old message cannot be sent again with a new time. */
function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return 'Получатель не ответил за 10 секунд.';
  // Messages of the library hold the address.
  return `Получатель недоступен${cause?.code ? ` (${cause.code})` : ''}.`;
}
