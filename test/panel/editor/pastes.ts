import { rows } from '../../rig/cases.ts';

const WORD_HEAD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt;} @list l0 {mso-list-id:1;} --></style></head><body lang=RU style='tab-interval:35.4pt'><!--StartFragment-->`;

const item = (list: string, level: number, marker: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:36.0pt;text-align:justify;text-indent:-18.0pt;mso-list:${list} level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span style='font-size:12.0pt'>${text}<o:p></o:p></span></p>`;

const span = (text: string, style = 'font-weight:400') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;${style};font-variant:normal;vertical-align:baseline;white-space:pre-wrap;">${text}</span>`;

const linkTo = (address: string) => `<p><a href="${address}" rel="noopener noreferrer">${address}</a></p>`;

const WORD = `${WORD_HEAD}
  <p class=MsoTitle>Положение о конкурсе<o:p></o:p></p>
  <h2 style='mso-pagination:none'><span style='color:#2F5496'>Общие положения<o:p></o:p></span></h2>
  <p class=MsoNormal style='text-align:justify;line-height:150%'><b style='mso-bidi-font-weight:normal'><span lang=RU style='font-size:14.0pt;font-family:"Times New Roman",serif'>Конкурс</span></b><span style='mso-spacerun:yes'> </span><i>проводится</i> <u>ежегодно</u> <s>осенью</s>.<o:p></o:p></p>
  <p class=MsoNormal><o:p>&nbsp;</o:p></p>
  <p class=MsoNormal align=center style='text-align:center'>По центру</p>
  ${item('l0', 1, '·', 'первый пункт')}
  ${item('l0', 2, 'o', 'вложенный')}
  ${item('l0', 1, '·', 'второй пункт')}
  ${item('l1', 1, '1.', 'раз')}
  ${item('l1', 1, '2.', 'два')}
  <p class=MsoNormal><a href="https://example.ru/"><span style='color:blue;text-decoration:underline'>Сайт</span></a>, <a href="https://tickets.example.com/e/42?from=press"><span style='color:#0563C1'>rampa-fest.ru</span></a> <!--[if gte vml 1]><v:shape id="p"></v:shape><![endif]--><img width=10 height=10 src="file:///C:/Users/x/AppData/Local/Temp/msohtmlclip1/01/clip_image002.jpg"></p>
  <!--EndFragment--></body></html>`.replaceAll(/\n */g, '\n');

/** Clipboard contents of programs, the resulting article, and what the editor names as lost. */
export const PASTES = rows<[name: string, html: string, expected: string, lost?: string]>(`
  Word
    ${WORD}
    <h1>Положение о конкурсе</h1><h2>Общие положения</h2><p class="ql-align-justify"><strong>Конкурс</strong> <em>проводится</em> <u>ежегодно</u> <s>осенью</s>.</p><p class="ql-align-center">По центру</p><ul><li>первый пункт<ul><li>вложенный</li></ul></li><li>второй пункт</li></ul><ol><li>раз</li><li>два</li></ol><p><a href="https://example.ru/" rel="noopener noreferrer">Сайт</a>, <a href="https://tickets.example.com/e/42?from=press" rel="noopener noreferrer">rampa-fest.ru</a></p>
    картинка
  Google Docs
    <meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-7c2f"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;">${span('Участники')}</h2><p dir="ltr" style="line-height:1.38;">${span('Обычный, ')}${span('жирный', 'font-weight:700')}${span(', ')}${span('курсив', 'font-style:italic')}${span(', ')}${span('зачёркнутый', 'text-decoration:line-through')}</p><br /><p dir="ltr" style="text-align:center;">${span('Середина')}</p><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation">${span('раз')}</p></li><ul><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation">${span('раз-раз')}</p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation">${span('два')}</p></li></ul><p dir="ltr"><a href="https://www.google.com/url?q=https://example.ru/a?b%3D1&amp;sa=D&amp;ust=1" style="text-decoration:none;">${span('ссылка', 'text-decoration:underline')}</a>${span(' и ')}<a href="https://www.google.com/url?q=https://t.me/rampa/15&amp;sa=D">${span('t.me/rampa', 'text-decoration:underline')}</a>${span(' и festi')}${span('val.ru')}</p></b><br class="Apple-interchange-newline">
    <h2>Участники</h2><p>Обычный, <strong>жирный</strong>, <em>курсив</em>, <s>зачёркнутый</s></p><p class="ql-align-center">Середина</p><ul><li>раз<ul><li>раз-раз</li></ul></li><li>два</li></ul><p><a href="https://example.ru/a?b=1" rel="noopener noreferrer">ссылка</a> и <a href="https://t.me/rampa/15" rel="noopener noreferrer">t.me/rampa</a> и <a href="https://festival.ru" rel="noopener noreferrer">festival.ru</a></p>
  Telegram
    <div class="text-content clearfix with-meta" dir="auto"><img class="emoji emoji-small" src="https://web.telegram.org/a/img-apple-64/1f3a4.png" alt="🎤" draggable="false"><strong data-entity-type="MessageEntityBold">Финал</strong> уже скоро!<br><br>Подробности — <a href="https://t.me/festival" class="text-entity-link" data-entity-type="MessageEntityTextUrl">в канале</a><br>и на <a href="https://festival.ru/?utm_source=tg" class="text-entity-link">festival.ru</a>.<br><br><code class="text-entity-code">код</code><span class="MessageMeta"><span class="message-time">12:41</span></span></div>
    <p>🎤<strong>Финал</strong> уже скоро!</p><p>Подробности — <a href="https://t.me/festival" rel="noopener noreferrer">в канале</a><br>и на <a href="https://festival.ru/?utm_source=tg" rel="noopener noreferrer">festival.ru</a>.</p><p><code>код</code></p>
  bullets of Telegram
    <div class="text-content">Состав:<br>• <strong>Анна</strong> Ли<br>• Вера<br>Начало в 20:00</div><p>•&nbsp;раз</p><p>• два</p><p>• три</p><p>Всё</p><p>• один</p>
    <p>Состав:</p><ul><li><strong>Анна</strong> Ли</li><li>Вера</li></ul><p>Начало в 20:00</p><ul><li>раз</li><li>два</li><li>три</li></ul><p>Всё</p><p>• один</p>
  a web page
    <style>p{color:red}</style><div style="font-size:20px"><h4 class="title" onclick="alert(1)">Заголовок</h4><p class="lead" style="color:red;background:url(x)">Текст<span class="Apple-converted-space">&nbsp;</span>с <span style="font-weight:600">весом</span> и <a href="javascript:alert(1)">кодом</a> и <a href="#note">сноской</a></p><script>alert(1)</script><iframe src="https://example.ru"></iframe><table><tr><td>ячейка 1</td><td>ячейка 2</td></tr></table></div>
    <h3>Заголовок</h3><p>Текст с <strong>весом</strong> и кодом и сноской</p><p><a href="https://example.ru" rel="noopener noreferrer">https://example.ru</a></p><table><tbody><tr><td>ячейка 1</td><td>ячейка 2</td></tr></tbody></table>
    встроенная страница — ссылкой
  a Quill editor
    <p class="ql-align-right ql-indent-3 other">Справа</p><ol><li data-list="bullet" class="ql-indent-1"><span class="ql-ui"></span>пункт</li></ol><pre class="ql-syntax" spellcheck="false">код\n</pre>
    <p class="ql-align-right ql-indent-3">Справа</p><ol><li class="ql-indent-1" data-list="bullet">пункт</li></ol><pre class="ql-syntax">код</pre>
  an encyclopedia
    <p>Площадь 10<sup>6</sup> м<sup>2</sup>, H<sub>2</sub>O<span style="vertical-align:super">2</span>. <q>Да <q>нет</q></q></p><details><summary>Ещё</summary>Скрыто</details><dl><dt>Срок</dt><dd>день</dd></dl><figure><img src="https://a.ru/1.png"><figcaption>Подпись</figcaption></figure><table><caption>Итоги</caption><tr><th>Место</th><th><p>Страна</p></th></tr><tr><td>1</td><td></td><td><b>Беларусь</b></td></tr></table><table><tr><td>а</td><td>б</td></tr></table><p>до<iframe src="//rutube.ru/play/embed/1"></iframe>после</p><video><source src="https://a.ru/1.mp4"></video><audio></audio><object data="https://a.ru/map"></object>
    <p>Площадь 10<sup>6</sup> м<sup>2</sup>, H<sub>2</sub>O<sup>2</sup>. «Да „нет“»</p><details><summary>Ещё</summary><p>Скрыто</p></details><p><strong>Срок</strong></p><p>день</p><figure class="image"><img src="https://a.ru/1.png"><figcaption>Подпись</figcaption></figure><table><caption>Итоги</caption><thead><tr><th>Место</th><th>Страна</th><th></th></tr></thead><tbody><tr><td>1</td><td></td><td><strong>Беларусь</strong></td></tr></tbody></table><table><tbody><tr><td>а</td><td>б</td></tr></tbody></table><p>до</p>${linkTo('https://rutube.ru/play/embed/1')}<p>после</p>${linkTo('https://a.ru/1.mp4')}${linkTo('https://a.ru/map')}
    2 видео — ссылками, звук, встроенная страница — ссылкой
  Word with a footnote
    ${WORD_HEAD}<p class=MsoNormal>Текст<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]>[1]<![endif]></span></span></a>.</p><div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title="">[1]</a> Сноска</p></div></div><!--EndFragment--></body></html>
    <p>Текст[1].</p><hr><p>[1] Сноска</p>
  Telegram with reactions
    <div class="text-content">Финал 👍 12</div><div class="Reactions"><span class="message-reaction">👍 <span>12</span></span><span class="message-reaction">❤️ 3</span></div>
    <p>Финал 👍 12</p>
  a page with results
    <ol reversed><li>Третий</li><li>Второй</li><li>Первый</li></ol><ol start="4"><li>четыре</li><li>пять</li></ol><ol><li value="1">А</li><li value="2">Б</li><li value="2">В</li></ol><p><a href="tg://resolve?domain=rampa">канал</a></p>
    <p>3. Третий</p><p>2. Второй</p><p>1. Первый</p><ol start="4"><li>четыре</li><li>пять</li></ol><p>1. А</p><p>2. Б</p><p>2. В</p><p>канал</p>
    ссылка
  Excel
    <html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet><style><!--table{mso-displayed-decimal-separator:","} .xl65{font-weight:700;text-align:center;} .xl66{mso-number-format:"0.0"}--></style></head><body link="#0563C1"><table border=0 cellpadding=0 cellspacing=0 width=192 style="border-collapse:collapse;width:144pt"><!--StartFragment--><col width=64 span=3 style="width:48pt"><tr height=20 style="height:15.0pt"><td height=20 class=xl65 width=64>Страна</td><td colspan=2 class=xl65 align=center width=128>Баллы</td></tr><tr height=20><td rowspan=2 height=40>Беларусь</td><td class=xl66 align=right>12</td><td align=right>10,5</td></tr><tr height=20><td align=right>7</td><td></td></tr><!--EndFragment--></table></body></html>
    <table><thead><tr><th>Страна</th><th colspan="2" class="ql-align-center">Баллы</th></tr></thead><tbody><tr><td rowspan="2">Беларусь</td><td class="ql-align-right">12</td><td class="ql-align-right">10,5</td></tr><tr><td class="ql-align-right">7</td><td></td></tr></tbody></table>
  a table of Word
    ${WORD_HEAD}<table class=MsoTableGrid border=1 style='border-collapse:collapse;mso-yfti-tbllook:1184'><tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'><td width=312 valign=top style='width:233.6pt'><p class=MsoNormal><b>Место<o:p></o:p></b></p></td><td><p class=MsoNormal align=center style='text-align:center'><b>Кто</b></p></td></tr><tr><td><p class=MsoNormal>1<o:p></o:p></p></td><td><p class=MsoNormal>Анна</p><p class=MsoNormal>Минск<o:p></o:p></p></td></tr></table><p class=MsoNormal>После<o:p></o:p></p></body></html>
    <table><thead><tr><th>Место</th><th class="ql-align-center">Кто</th></tr></thead><tbody><tr><td>1</td><td>Анна<br>Минск</td></tr></tbody></table><p>После</p>
  a table of Google Docs
    <meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="301"/><col width="301"/></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000 1pt"><p dir="ltr" style="line-height:1.2"><span style="font-size:11pt;font-weight:700">Время</span></p></td><td><p dir="ltr"><span style="font-weight:700">Событие</span></p></td></tr><tr><td><p dir="ltr" style="text-align:right"><span style="font-weight:400">19:00</span></p></td><td><ul><li dir="ltr"><p dir="ltr"><span>Открытие</span></p></li><li dir="ltr"><p dir="ltr"><span style="font-weight:700">Гимн</span></p></li></ul></td></tr></tbody></table></div></b>
    <table><thead><tr><th>Время</th><th>Событие</th></tr></thead><tbody><tr><td class="ql-align-right">19:00</td><td>Открытие<br><strong>Гимн</strong></td></tr></tbody></table>
  a table of LibreOffice
    <html><head><meta name="generator" content="LibreOffice 7.6"/></head><body lang="ru-RU"><table width="100%" cellpadding="4"><col width="128*"/><col width="128*"/><thead><tr valign="top"><th width="50%"><p>Имя</p></th><th><p>Балл</p></th></tr></thead><tbody><tr><td><p>Вера</p></td><td sdval="9" sdnum="1049;"><p align="right">9</p></td></tr></tbody></table></body></html>
    <table><thead><tr><th>Имя</th><th>Балл</th></tr></thead><tbody><tr><td>Вера</td><td class="ql-align-right">9</td></tr></tbody></table>
  a quotation with its source
    <blockquote class="wp-block-quote"><p>Пойте</p><p>громче</p><cite>Анна, <em>режиссёр</em></cite></blockquote>
    <blockquote><p>Пойте</p><p>громче</p><footer>Анна, <em>режиссёр</em></footer></blockquote>
  the editor itself
    <p data-pm-slice="1 1 []" class="ql-indent-2">Абзац<br><br>конец</p>
    <p class="ql-indent-2">Абзац<br><br>конец</p>
`);
