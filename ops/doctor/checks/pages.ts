import { unfinishedPages } from '../../../model/pages/pages.ts';
import type { DoctorContext } from '../examine.ts';
import { type Finding, finding } from '../finding.ts';

/** None without pages to finish. */
export async function pageFindings({ db }: DoctorContext): Promise<Finding[]> {
  const { drafts, blanks } = await unfinishedPages(db());
  return [...blanksFinding(blanks), ...draftsFinding(drafts)];
}

function blanksFinding(titles: string[]): Finding[] {
  if (titles.length === 0) return [];
  const text = `На сайте есть места «[заполните: …]»: ${quoted(titles)}.`;
  return [
    finding('pages-blank', 'Незаполненные страницы').bad(
      text,
      'Допишите их в разделе «Страницы» или снимите с публикации.',
    ),
  ];
}

/** No fault: a festival may do without some of them. */
function draftsFinding(titles: string[]): Finding[] {
  if (titles.length === 0) return [];
  const text = `Ещё не опубликованы: ${quoted(titles)}.`;
  const advice = 'Заполните и опубликуйте нужные в разделе «Страницы», лишние удалите.';
  return [finding('pages-drafts', 'Черновики страниц').attention(text, advice)];
}

function quoted(titles: string[]): string {
  return titles.map((title) => `«${title}»`).join(', ');
}
