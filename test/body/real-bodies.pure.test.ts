import { expect, test } from 'vitest';
import { sanitizeBody } from '../../model/body/body.ts';

const IMG = 'https://site.example/wp-content/uploads/2025/07/a.jpg';

/** Markup as editors of other systems and programs for texts write it; `{}` is where words stand, behind ` → ` what is lost of it. */
const SHAPES: Readonly<Record<string, readonly string[]>> = {
  WordPress: [
    '<!-- wp:paragraph -->\n<p>{}</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:heading -->\n<h2 class="wp-block-heading">{}</h2>\n<!-- /wp:heading -->\n<p>{}</p>',
    `<!-- wp:image {"id":12,"sizeSlug":"large"} -->\n<figure class="wp-block-image size-large"><img src="${IMG}" alt="" class="wp-image-12"/><figcaption class="wp-element-caption">{} <em>{}</em></figcaption></figure>\n<!-- /wp:image --><p>{}</p>`,
    '<ul class="wp-block-list"><!-- wp:list-item -->\n<li>{}</li>\n<!-- /wp:list-item -->\n\n<li>{}<ul class="wp-block-list"><li>{}</li></ul></li></ul>',
    '<blockquote class="wp-block-quote is-layout-flow"><!-- wp:paragraph --><p>{}</p><!-- /wp:paragraph --><cite>{}</cite></blockquote>',
    '<figure class="wp-block-table"><table class="has-fixed-layout"><thead><tr><th>{}</th><th>{}</th></tr></thead><tbody><tr><td>{}</td><td>{}</td></tr></tbody></table><figcaption class="wp-element-caption">{}</figcaption></figure>',
    '<div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="https://site.example/tickets">{}</a></div></div><p>{}</p>',
    '<div class="wp-block-columns"><div class="wp-block-column" style="flex-basis:66.66%"><p>{}</p></div><div class="wp-block-column"><h4>{}</h4><p>{}</p></div></div>',
    `<div class="wp-caption alignleft" style="width: 310px"><a href="${IMG}"><img class="size-medium" src="${IMG}" width="300" height="200" /></a><p class="wp-caption-text">{}</p></div>\n{}\n\n{}`,
    '<p class="has-drop-cap has-large-font-size">{}</p><hr class="wp-block-separator has-alpha-channel-opacity"/><p style="text-align:center"><strong>{}</strong><br>{}</p>',
    '<figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">\n<iframe title="x" width="500" src="https://player.vimeo.com/video/76979871"></iframe>\n</div><figcaption>{}</figcaption></figure><p>{}</p> → видео',
    '<details class="wp-block-details"><summary>{}</summary><!-- wp:paragraph {"placeholder":"…"} --><p>{}</p></details>',
    '<pre class="wp-block-verse">{}\n{}</pre><pre class="wp-block-code"><code>{}</code></pre>',
  ],
  Quill: [
    '<p>{}</p><p><br></p><p class="ql-align-center"><strong class="ql-size-large">{}</strong></p><p class="ql-indent-1">{}</p>',
    '<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>{}</li><li data-list="bullet" class="ql-indent-1">{}</li><li data-list="ordered">{}</li></ol>',
    '<h1>{}</h1><p><span style="color: rgb(230, 0, 0);">{}</span> <s>{}</s> <u>{}</u></p>',
    '<blockquote>{}</blockquote><blockquote>{}</blockquote><p>{}</p>',
    '<pre class="ql-syntax" spellcheck="false">{}\n{}\n</pre><p>{}</p>',
    '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block" data-language="plain">{}</div><div class="ql-code-block">{}</div></div><p>{}</p>',
    '<iframe class="ql-video" frameborder="0" allowfullscreen="true" src="https://player.vimeo.com/video/1"></iframe><p>{}</p><p>{}</p> → видео',
    '<p><a href="https://site.example/a" rel="noopener noreferrer" target="_blank">{}</a>, {} <sup>{}</sup></p><ul data-checked="true"><li>{}</li></ul>',
  ],
  Tilda: [
    '<div class="t-redactor__text"><p style="text-align: left;">{}</p></div><div class="t-redactor__text">{}<br /><br />{}</div>',
    '<section class="t-redactor__callout t-redactor__callout_fontSize_default" style="background: #EBEBEB;"><div class="t-redactor__callout-icon"></div><div class="t-redactor__callout-text">{}</div></section><p>{}</p>',
    '<h3 class="t-redactor__h3">{}</h3><div class="t-redactor__text"><ul><li data-list="bullet">{}</li><li data-list="bullet">{}</li></ul></div>',
    '<div field="text" class="t-text t-text_md"><div style="font-size: 20px;" data-customstyle="yes"><strong style="color: rgb(255, 0, 0);">{}</strong> {}</div></div>',
    '<figure contenteditable="false" data-rel="img" itemscope><img src="https://static.tildacdn.com/a.jpg" itemprop="image"><figcaption itemprop="description">{}</figcaption></figure><div class="t-redactor__text">{}</div>',
    '<blockquote class="t-redactor__quote">{}</blockquote><hr contenteditable="false"><div class="t-redactor__text"><em>{}</em></div>',
    '<div class="t-btn-wrapper"><a href="#rec1" class="t-btn">{}</a></div><div class="t-name">{}</div><div class="t-descr">{}</div> → якорная ссылка',
  ],
  Word: [
    '<p class=MsoNormal style="margin-bottom:8.0pt"><span style="font-size:14.0pt;font-family:&quot;Times New Roman&quot;,serif">{}<o:p></o:p></span></p><p class=MsoNormal><b>{}</b><o:p>&nbsp;</o:p></p>',
    '<p class=MsoListParagraphCxSpFirst style="mso-list:l0 level1 lfo1"><![if !supportLists]><span style="mso-list:Ignore">·<span>&nbsp;&nbsp; </span></span><![endif]>{}</p><p class=MsoListParagraphCxSpLast>{}</p>',
    '<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0><tr><td width=200 valign=top><p class=MsoNormal>{}</p></td><td width=200><p class=MsoNormal>{}</p><p class=MsoNormal>{}</p></td></tr></table>',
    '<h1 style="mso-pagination:widow-orphan">{}</h1><div class=WordSection1><p class=MsoNormal align=center style="text-align:center"><i>{}</i></p></div>',
    '<p class=MsoNormal>{}<a style="mso-footnote-id:ftn1" href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a></p><div id=ftn1><p class=MsoFootnoteText>{}</p></div> → якорная ссылка',
    '<p class=MsoNormal><!--[if gte vml 1]><v:shape id="p1"></v:shape><![endif]-->{} <st1:place w:st="on">{}</st1:place> <s>{}</s></p>',
    '<table border="1"><tr><td colspan="2"><p><b>{}</b></p></td></tr><tr><td rowspan="2"><p>{}</p></td><td>{}</td></tr><tr><td>{}</td></tr></table><p>{}</p>',
    '<font face="Arial" size="4"><b>{}</b></font><br clear=all><center>{}</center><p align="right">{}</p>',
  ],
  'Google Docs': [
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400">{}</span></p><p dir="ltr"><span style="font-weight:700">{}</span><span> {}</span></p></b>',
    '<ul style="margin-top:0"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>{}</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"><span>{}</span></p></li></ul><li dir="ltr"><p>{}</p></li></ul>',
    '<div dir="ltr" align="left"><table style="border:none"><colgroup><col width="100"/><col width="200"/></colgroup><tbody><tr style="height:0pt"><td><p dir="ltr"><span>{}</span></p></td><td><p dir="ltr"><span>{}</span></p></td></tr></tbody></table></div><br><p>{}</p>',
    '<h2 dir="ltr"><span>{}</span></h2><p dir="ltr"><a href="https://site.example/?a=1&amp;b=2" style="text-decoration:none"><span style="text-decoration:underline">{}</span></a><span> {}</span></p>',
    '<p class="c1 c2"><span class="c0">{}</span></p><ol class="lst-kix_1-0 start" start="1"><li class="c3 li-bullet-0"><span>{}</span></li></ol><hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>{}</span></p></div> → якорная ссылка',
    '<meta charset="utf-8"><h1 class="title">{}</h1><p class="subtitle">{}</p><p><span style="vertical-align:super">{}</span></p>',
  ],
  'Joomla, DLE, Bitrix and players': [
    '<p>{}</p>\r\n<hr id="system-readmore" />\r\n<p>{}</p>\r\n<p>&nbsp;</p>\r\n<p>{}</p>',
    '<div class="item-page" itemscope><div class="page-header"><h2 itemprop="name">{}</h2></div><div itemprop="articleBody"><p>{}</p><address>{}</address></div></div>',
    '<!--dle_image_begin:a.jpg|left--><img src="https://site.example/a.jpg" style="float:left" alt=""><!--dle_image_end-->{}<br><br><!--QuoteBegin--><div class="quote">{}</div><!--QuoteEnd--><b>{}</b>',
    '<div class="bx-text">{}<br />\n{}<br />\n<br />\n<ol>\n<li>{}\n</li>\n</ol></div>',
    '<p>{}</p><video controls width="640"><source src="https://site.example/a.mp4" type="video/mp4"></video><p>{}</p> → видео',
    '<p>{}</p><audio controls src="https://site.example/a.mp3"></audio><p>{}</p> → звук',
    '<p>{}</p><form action="/send"><label>{} <input type="text" name="a"></label></form><p>{}</p> → форма',
    '<p>{}</p><object data="https://site.example/a.swf" type="application/x-shockwave-flash"></object><p>{}</p> → встроенная страница',
    '<p>{}</p><iframe src="https://yandex.ru/map-widget/v1/?um=1" width="500"></iframe><p>{}</p> → встроенная страница',
    '<p>{} <svg viewBox="0 0 8 8"><path d="M0 0h8"/></svg> {}</p> → рисунок SVG',
    '<dl><dt>{}</dt><dd>{}</dd><dt>{}</dt><dd>{}</dd></dl>',
    '<h4>{}</h4><h5>{}</h5><h6>{}</h6><p><big>{}</big> <small>{}</small> <tt>{}</tt></p>',
  ],
  'loose and broken markup': [
    '{}\n\n{}\n<br>{}',
    '<p>{}<p>{}<ul><li>{}<li>{}</ul>',
    '<b><i>{}</b> {}</i><div>{}</div>',
    '<ul>{}<li>{}</li>{}</ul><table><tr><td>{}</table>',
    '<p>{}<table><tr><th>{}</th></tr></table>{}</p>',
    '<a href="https://site.example"><div><h3>{}</h3><p>{}</p></div></a>',
    '<span style="display:block">{}</span> <span>{}</span> <nobr>{}</nobr> <mark>{}</mark>',
    '<ul><li>{}<table><tr><td>{}</td><td>{}</td></tr></table></li></ul><p>{}</p> → таблица',
    '<blockquote><table><tr><td>{}</td></tr></table><h2>{}</h2></blockquote>{}',
    '<article><header><h1>{}</h1><time datetime="2025-07-20">{}</time></header><p>{}</p><footer>{}</footer></article>',
    '<p>{}</p><script>var a = "чужое"</script><style>p { color: red }</style><noscript>чужое</noscript><p>{}</p>',
    '<p>{} <a href="javascript:void(0)" onclick="go()">{}</a> <a href="/contacts">{}</a></p>',
  ],
};

const TEXTS: readonly (readonly string[])[] = [
  ['Финал пройдёт 20 июля', 'Двери откроют в 18:00', 'Жюри и зрители', 'голосуют поровну', 'Четырнадцать песен'],
  ['«Берега» Юлии Северовой', 'ждали девять лет', '— Кто следующий? —', 'спросил ведущий', 'Ответа не было'],
  ['Билет&nbsp;— от 900&nbsp;₽', 'дети до 7 лет бесплатно', 'Вход №&nbsp;3', 'лифт &amp; пандус', '5 &lt; 7'],
  ['слово', 'Ёлка', 'съёмка', 'объявление', 'й'],
  ['Песня длится три минуты, не больше шести человек на сцене; весь вокал живой', 'Правило 1', 'Правило 2', 'И всё'],
  ['Анна', 'Борис  и   Вера', 'Глеб\tДаша', 'Ева\nЖеня', '&laquo;Зоя&raquo;'],
];

function filled(shape: string, texts: readonly string[]): { html: string; words: string; lost: string[] } {
  const [markup = '', ...lost] = shape.split(' → ');
  const given: string[] = [];
  const html = markup.replaceAll('{}', () => {
    const text = texts[given.length % texts.length] ?? '';
    given.push(text);
    return text;
  });
  return { html, words: given.join(' '), lost };
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', laquo: '«', raquo: '»' };

function wordsOf(text: string): string[] {
  const read = text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
  return read.replace(/https?:\S+|\[1\]/g, ' ').match(/[\p{Script=Cyrillic}\d№₽<&]+/gu) ?? [];
}

const textOf = (html: string) =>
  html.replace(/<\/?(?:b|strong|i|em|u|s|a|sup|sub|code)(?: [^>]*)?>/g, '').replace(/<[^>]*>/g, ' ');

test.each(Object.entries(SHAPES))(
  'a body of %s keeps every word in its order, and what goes is named',
  (_source, shapes) => {
    for (const shape of shapes)
      for (const texts of TEXTS) {
        const { html, words, lost } = filled(shape, texts);
        const gone = new Set<string>();
        const body = sanitizeBody(html, (what) => gone.add(what));
        expect([html, wordsOf(textOf(body))]).toEqual([html, wordsOf(words)]);
        expect([html, [...gone]]).toEqual([html, lost]);
        expect(sanitizeBody(body, (what) => expect.fail(`${what} is lost again in ${body}`))).toBe(body);
      }
  },
);
