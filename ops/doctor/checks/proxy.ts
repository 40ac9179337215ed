import { isIP } from 'node:net';
import type { Config } from '../../../config.ts';
import { isRemote } from '../../backup/elsewhere/target.ts';
import { isLoopback, type SignsSeen } from '../../proxy-detection.ts';
import type { DoctorContext, Running } from '../doctor.ts';
import { type Finding, finding } from '../report.ts';

const SEEN_WITHIN = 10 * 60_000; // ms; a request through the proxy of a site in use arrives within this time

export async function proxyFindings({ config, running, signs }: DoctorContext): Promise<Finding[]> {
  return [
    forwardingFinding(config.trustProxy, running, signs, Date.now()),
    addressFinding(config.publicUrl, signs),
    secureFinding(config.publicUrl, signs),
    outgoingFinding(config),
  ];
}

/** Bad when a private address forwards and no proxy is trusted. `now` in ms. */
export function forwardingFinding(
  trusted: string[],
  running: Pick<Running, 'isForwardedUntrusted' | 'isForwardedTrusted' | 'startedAt'> | undefined,
  signs: SignsSeen | undefined,
  now: number,
): Finding {
  const line = finding('proxy', 'Прокси');
  if (running?.isForwardedUntrusted) return untrustedFinding(trusted, signs);
  if (trusted.length === 0)
    return line.good(
      'TRUST_PROXY не задан, и ни один прокси не давал о себе знать: посетители приходят прямо к серверу.',
    );
  const text = `Доверенные прокси: ${trusted.join(', ')}.`;
  if (!running) return line.unknown(`${text} Приходят ли через них, знает только работающий сервер.`);
  if (running.isForwardedTrusted) return line.good(`${text} Они передают адреса посетителей.`);
  return now - running.startedAt < SEEN_WITHIN
    ? line.unknown(`${text} Ни один пока не дал о себе знать: сервер запущен недавно.`)
    : line.attention(
        `${text} Ни один из них до сих пор не дал о себе знать.`,
        'Проверьте, что прокси передаёт X-Forwarded-For, X-Forwarded-Proto и X-Forwarded-Host и что его адрес записан верно.',
      );
}

function untrustedFinding(trusted: string[], signs: SignsSeen | undefined): Finding {
  const line = finding('proxy', 'Прокси');
  const { peer, header } = signs?.untrusted ?? {};
  const from = peer ? `с адреса ${peer} ` : '';
  const text = `Заголовок ${header ?? 'прокси'} пришёл ${from}не от доверенного прокси, и сервер его не слушает.`;
  const network = `${peer ?? '127.0.0.1'}/${isIP(peer ?? '') === 6 ? 128 : 32}`;
  const advice = `Если это ваш прокси, добавьте его: TRUST_PROXY=${[...trusted, network].join(',')} — и перезапустите сервер; без этого все посетители для него — один адрес. Если такого прокси нет, делать ничего не нужно: кто-то подделывает заголовок.`;
  return peer !== undefined && isPrivate(peer) && trusted.length === 0
    ? line.bad(text, advice)
    : line.attention(text, advice);
}

/** Loopback or private (RFC 1918, RFC 4193): presumably the site's own proxy. */
function isPrivate(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  return isLoopback(address) || /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd][0-9a-f]{2}:)/i.test(plain);
}

export function addressFinding(publicUrl: string | undefined, signs: SignsSeen | undefined): Finding {
  const line = finding('address', 'Адрес сайта');
  const other = signs?.otherHost;
  if (publicUrl === undefined)
    return line.attention(
      `PUBLIC_URL не задан: адрес в ссылках, лентах и картинках для соцсетей берётся из запроса${other ? ` (например, ${other})` : ''}.`,
      `Задайте адрес сайта: PUBLIC_URL=https://${other ?? 'festival.example'}`,
    );
  if (other && !signs?.isOwnHostSeen)
    return line.attention(
      `PUBLIC_URL — ${publicUrl}, а посетители приходят на ${other}.`,
      'Проверьте PUBLIC_URL; если верен он, настройте прокси так, чтобы он передавал имя сайта (Host или X-Forwarded-Host).',
    );
  return line.good(`${publicUrl}`);
}

/** Bad when PUBLIC_URL is http, unless a request came by TLS. */
export function secureFinding(publicUrl: string | undefined, signs: SignsSeen | undefined): Finding {
  const line = finding('https', 'HTTPS');
  const advice =
    'Поставьте перед сервером nginx или Caddy с сертификатом (примеры — в папке deploy) и задайте PUBLIC_URL с https://.';
  if (publicUrl?.startsWith('https://'))
    return line.good(
      'Адрес сайта — https. Браузерам велено приходить только по нему (HSTS), куки входа помечены Secure.',
    );
  if (signs?.isSecureSeen)
    return line.attention(
      'Посетители приходят по https, но PUBLIC_URL этого не говорит.',
      'Задайте PUBLIC_URL с https://: тогда куки входа и ссылки всегда будут защищены.',
    );
  return publicUrl
    ? line.bad('Сайт открыт без шифрования: пароли и новости по дороге может прочесть и подменить любой.', advice)
    : line.attention('Шифрования нет или оно серверу неизвестно.', advice);
}

function outgoingFinding({ databaseUrl, backupTo, alertUrl, indexNowUrl, publicUrl }: Config): Finding {
  const line = finding('outgoing', 'Выход в интернет');
  const places = [
    'за названиями и обложками видео и записей в новостях (VK Видео, Rutube, YouTube и другие сайты из списка)',
    databaseUrl !== undefined && 'к базе данных',
    backupTo !== undefined && isRemote(backupTo) && 'к месту для копий (rclone)',
    alertUrl !== undefined && 'к получателю оповещений',
    indexNowUrl !== undefined && 'к поисковой системе, чтобы сообщить о новых страницах (INDEXNOW_URL)',
    alertUrl !== undefined && publicUrl?.startsWith('https:') && 'к собственному адресу сайта (срок сертификата)',
  ].filter(Boolean);
  const others = 'Плееры и картинки с чужих сайтов загружает браузер посетителя.';
  return line.good(`Сам сервер обращается только ${places.join(', ')}. Без обложек он обойдётся. ${others}`);
}
