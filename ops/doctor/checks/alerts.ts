import { certificateCondition } from '../../alerts/conditions.ts';
import { type AlertState, alertState } from '../../alerts/state.ts';
import type { DoctorContext } from '../examine.ts';
import { type Finding, finding } from '../finding.ts';
import { momentText } from '../wording.ts';

export async function alertFindings({ db, config }: DoctorContext): Promise<Finding[]> {
  if (config.alertUrl === undefined) return [];
  const state = await alertState(db());
  return [sendingFinding(state, config.timeZone), ...certificateFindings(state, config.publicUrl)];
}

function sendingFinding({ last }: Pick<AlertState, 'last'>, timeZone: string): Finding {
  const line = finding('alerts', 'Оповещения');
  if (!last)
    return line.unknown('Ни одного ещё не отправляли.', 'Отправьте пробное из панели, раздел «Проверка сайта».');
  const when = momentText(new Date(last.at), timeZone);
  return last.problem
    ? line.attention(`Последнее, ${when}, не дошло. ${last.problem}`, 'Проверьте ALERT_URL и его получателя.')
    : line.good(`Последнее дошло: ${when}.`);
}

/** Only what the server sees of its own address. `now` in ms. */
function certificateFindings(
  { certificate }: Pick<AlertState, 'certificate'>,
  publicUrl: string | undefined,
  now = Date.now(),
): Finding[] {
  const line = finding('certificate', 'Сертификат');
  if (!publicUrl?.startsWith('https:') || !certificate) return [];
  const [seen] = certificateCondition(certificate, publicUrl, now);
  if (!seen)
    return [line.unknown(`Сервер не может открыть ${publicUrl} сам, поэтому срок сертификата ему неизвестен.`)];
  const advice =
    'Продлите его; если он продлевается сам, посмотрите, почему этого не случилось (certbot renew, журнал Caddy).';
  if (!seen.isBad) return [line.good(seen.message)];
  return [
    Date.parse(certificate.expiresAt ?? '') < now
      ? line.bad(seen.message, advice)
      : line.attention(seen.message, advice),
  ];
}
