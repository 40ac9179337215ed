import { Link } from 'react-router';
import type { AuditRecord } from '../../../../model/audit-log.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { sentences } from '../../../../resources.ts';

export function Sentence({ record }: { record: AuditRecord }) {
  const { subject, title } = record;
  const named = (name: string) => (name === 'title' && title ? title : subject);
  const fill = (text: string) =>
    text.replace(/«\{(\w+)\}»|\{(\w+)\}/g, (_, inQuotes, plain) => (inQuotes ? quoted(named(inQuotes)) : named(plain)));
  const sentence = sentenceOf(record);
  // Odd parts are links: their text, then their address.
  const [before = '', text, to, after = ''] = sentence.split(/\[(.+)\]\((.+)\)/);
  if (text === undefined || to === undefined) return fill(sentence);
  return (
    <>
      {fill(before)}
      <Link to={fill(to)}>{fill(text)}</Link>
      {fill(after)}
    </>
  );
}

/** Whether the title of an entry says what was switched: «Трансляция включена». */
export function tellsSwitch({ action, title }: AuditRecord): boolean {
  return title !== '' && (action === 'watch.update' || action === 'vote.update');
}

function sentenceOf(record: AuditRecord): string {
  const { action, changes } = record;
  const sentence = sentences[action] ?? `${action}: {title}`;
  if (tellsSwitch(record)) return sentence.replace(/\[.+\](\(.+\)).*/, '[{title}]$1.');
  return changes?.length === 0 ? sentence.replace(/(изменены|изменён)\./, 'сохранены без изменений.') : sentence;
}
