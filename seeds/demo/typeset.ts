const NBSP = '\u00a0';
const SHORT_WORDS = 'в|во|к|ко|с|со|у|о|об|от|до|за|на|по|из|и|а|но|не|ни|без|для|при|под|над';

/** Sets Russian text as a printer would: what must not part at the end of a line is bound by non-breaking spaces. */
export function typeset(text: string): string {
  return text
    .replace(/ ([—–])/g, `${NBSP}$1`)
    .replace(new RegExp(`(?<=^|[\\s(«„>])(${SHORT_WORDS}) `, 'giu'), `$1${NBSP}`)
    .replace(/ (бы|ли|же|б|ж)(?=[\s,.!?:;…»<]|$)/gu, `${NBSP}$1`)
    .replace(/(\d) (?=\d{3}(?!\d))/g, `$1${NBSP}`)
    .replace(/(\d) (?=[a-zа-яё₽%×°])/giu, `$1${NBSP}`)
    .replace(/(№|×) (?=\d)/g, `$1${NBSP}`);
}

/** The same for HTML, apart from code; line breaks between tags, made for the reader of the source, go. */
export function typesetHtml(html: string): string {
  return html
    .trim()
    .split(/(<pre>[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>)/)
    .map((part, index) => (index % 2 ? part : outsideCode(part)))
    .join('');
}

function outsideCode(html: string): string {
  return html
    .replace(/>\n\s*</g, '><')
    .replace(/^\n|\n$/g, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[^<>]+(?=<|$)/g, typeset);
}
