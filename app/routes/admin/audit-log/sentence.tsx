import { Link } from 'react-router';
import type { JournalRecord } from '../../../../model/audit-log.ts';
import { sentences } from '../../../../nouns.ts';

export function Sentence({ record: { action, subject, title } }: { record: JournalRecord }) {
  const fill = (text: string) =>
    text.replace(/\{(title|subject)\}/g, (_, name) => (name === 'title' && title ? title : subject));
  const sentence = sentences[action] ?? `${action}: {title}`;
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
