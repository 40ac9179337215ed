import { Spoiler } from '@mantine/core';
import { Link } from 'react-router';
import type { AuditRecord, Change } from '../../../../model/audit-log.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { sentences } from '../../../../resources.ts';
import { useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { fieldName, isEmpty, isToldByTitle, valueText } from './words.ts';

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
function isSwitchTitle({ action, title }: AuditRecord): boolean {
  return title !== '' && (action === 'watch.update' || action === 'vote.update');
}

function sentenceOf(record: AuditRecord): string {
  const { action, changes } = record;
  const sentence = sentences[action] ?? `${action}: {title}`;
  if (isSwitchTitle(record)) return sentence.replace(/\[.+\](\(.+\)).*/, '[{title}]$1.');
  return changes?.length === 0 ? sentence.replace(/(изменены|изменён)\./, 'сохранены без изменений.') : sentence;
}

const MAX_SHOWN = 300; // characters of a value
const MAX_HEIGHT = 160; // px
const SPACED = { control: { marginBlock: '0.5rem' } };

export function Changes({ record }: { record: AuditRecord }) {
  const { changes = [] } = record;
  const shown = changes.filter(({ field }) => !(isSwitchTitle(record) && isToldByTitle(field)));
  if (shown.length === 0) return null;
  return (
    <Spoiler maxHeight={MAX_HEIGHT} showLabel="Показать всё" hideLabel="Свернуть" styles={SPACED}>
      <ul className={`${ui.list} ${ui.note}`}>
        {shown.map((change) => (
          <li key={change.field}>
            <b>{fieldName(record.action, change.field)}:</b> <FromTo change={change} />
          </li>
        ))}
      </ul>
    </Spoiler>
  );
}

function FromTo({ change: { field, before, after } }: { change: Change }) {
  const zone = useSiteTimeZone();
  const was = shortened(valueText(field, before, zone));
  const now = shortened(valueText(field, after, zone));
  if (isEmpty(before) || typeof before === 'boolean') return `теперь ${now}`;
  return isEmpty(after) ? `убрано, было ${was}` : `было ${was}, стало ${now}`;
}

function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
