/** Hostile article bodies: every container a parser treats in its own way × every shape of payload × closed and unclosed. */

export interface HostileBody {
  name: string;
  html: string;
}

/** What a payload runs. Browser tests replace it in every frame and listen. */
const RUN = 'alert(1)';

const CONTAINERS: readonly string[] = [
  '<xmp>',
  '<noscript>',
  '<noembed>',
  '<noframes>',
  '<plaintext>',
  '<template>',
  '<style>',
  '<title>',
  '<textarea>',
  '<script>',
  '<iframe>',
  '<select>',
  '<select><option>',
  '<svg>',
  '<svg><style>',
  '<svg><title>',
  '<svg><desc>',
  '<svg><foreignObject>',
  '<svg><a>',
  '<svg><script>',
  '<math>',
  '<math><mtext>',
  '<math><mi>',
  '<math><annotation-xml encoding="text/html">',
  '<math><mtext><mglyph>',
  '<math><mtext><table><mglyph>',
  '<table>',
  '<table><tr>',
  '<table><tr><td>',
  '<table><caption>',
  '<table><colgroup>',
  '<table><thead><tr><th>x</th></tr></thead><tbody><tr><td colspan="2">',
  '<form>',
  '<form><form>',
  '<form><math><mtext>',
  '<button>',
  '<object>',
  '<embed>',
  '<audio>',
  '<video>',
  '<canvas>',
  '<marquee>',
  '<details>',
  '<details><summary>',
  '<details><summary>x</summary>',
  '<figure>',
  '<figure class="image"><figcaption>',
  '<dialog open>',
  '<frameset>',
  '<head>',
  '<body>',
  '<listing>',
  '<image>',
  '<ruby><rt>',
  '<font>',
  '<nobr>',
  '<a href="/">',
  '<p>',
  '<pre>',
  '<pre class="ql-syntax">',
  '<pre><code class="language-html">',
  '<pre data-language="diff">',
  '<pre data-language="css">',
  '<h1>',
  '<ul><li>',
  '<blockquote>',
  '<blockquote><footer>',
  '<p class="button">',
  '<figure class="file">',
  `<figure class="audio"><a href="/uploads/${'a'.repeat(32)}.mp3">`,
  '<div class="ql-code-block-container"><div class="ql-code-block" data-language="xml">',
  '<x-y>',
  '<!--',
  '<!-->',
  '<!--><!--',
  '<![CDATA[',
  '<svg><![CDATA[',
  '<?xml ',
  '<!doctype html>',
  '<!',
  '</ ',
  '<p title="',
  "<p title='",
  '<p title=',
];

const PAYLOADS: readonly string[] = [
  `<img src=x onerror=${RUN}>`,
  `<IMG SRC=x OnErRoR="${RUN}">`,
  `<img/src=x/onerror=${RUN}//>`,
  `<img src="x" alt="\`" onerror="${RUN}">`,
  `<img src="x\n" onerror\n=\n${RUN}>`,
  `<img src=x onerror=${RUN}`,
  `<img srcset="x 1x" onerror=${RUN} src="data:text/html,<script>${RUN}</script>">`,
  `<script>${RUN}</script>`,
  `<script src="data:text/javascript,${RUN}"></script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><a><animate attributeName=href values="javascript:${RUN}"/><text y=20>x</text></a></svg>`,
  `<svg></p><style><a id="</style><img src=x onerror=${RUN}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${RUN}&gt;">`,
  `<math><a xlink:href="javascript:${RUN}">x</a></math>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></noscript>`,
  `<textarea><img title="</textarea><img src=x onerror=${RUN}>"></textarea>`,
  `<a href="javascript:${RUN}">x</a>`,
  `<a href="JaVa&#x09;Script&colon;${RUN}">x</a>`,
  `<a href="\u0001 javascript:${RUN}">x</a>`,
  `<a href="java<!---->script:${RUN}">x</a>`,
  `<a href="vbscript:${RUN}">x</a><a href="data:text/html,<script>${RUN}</script>" target=_blank>y</a>`,
  `<iframe srcdoc="<script>${RUN}</script>"></iframe>`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<object data="javascript:${RUN}"></object><embed src="javascript:${RUN}">`,
  `<form action="javascript:${RUN}"><button>x</button><input type=submit formaction="javascript:${RUN}"></form>`,
  `<button form=x formaction="javascript:${RUN}">x</button><form id=x></form>`,
  `<details open ontoggle=${RUN}>x</details>`,
  `<input autofocus onfocus=${RUN}>`,
  `<p tabindex=0 autofocus onfocus=${RUN} onclick=${RUN} onmouseover=${RUN}>x</p>`,
  `<video><source onerror=${RUN} src=x></video><audio src=x onerror=${RUN}></audio>`,
  `<base href="javascript:/a/-${RUN}//"><a href="b">x</a>`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<link rel=stylesheet href="data:text/css,*{}" onload=${RUN}>`,
  `<style>*{background:url(x)}</style><style onload=${RUN}></style>`,
  `<p style="background:url(javascript:${RUN})" class="ql-align-center" onclick=${RUN}>x</p>`,
  `<p id=x name=y class="a ql-syntax x" contenteditable slot=z is=q>x</p><a name=body id=cookie href=#>x</a>`,
  `&lt;img src=x onerror=${RUN}&gt;&#60;script&#62;${RUN}&#60;/script&#62;`,
  `&amp;lt;img src=x onerror=${RUN}&amp;gt;`,
  `<scr\u0000ipt>${RUN}</script><img src=x \u0000onerror=${RUN}>`,
  `<template><img src=x onerror=${RUN}></template><portal src="javascript:${RUN}"></portal>`,
  `<div data-language="x&quot; onclick=${RUN}" class="ql-code-block">x</div><li data-list="a&quot;onclick=${RUN}">y`,
  `<a href='/x"onmouseover="${RUN}' target='_blank"onclick="${RUN}'>x</a>`,
  `<img src='/uploads/x"onerror="${RUN}.png' alt='"onerror="${RUN}'>`,
  `--><img src=x onerror=${RUN}>`,
  `]]><img src=x onerror=${RUN}>`,
  `"><img src=x onerror=${RUN}>`,
  `'><img src=x onerror=${RUN}>`,
];

/** The whole matrix: each payload in each container, closed, unclosed, closed early inside an attribute and before the payload. */
export function hostileBodies(): HostileBody[] {
  return CONTAINERS.flatMap((open) =>
    PAYLOADS.flatMap((payload, number) => shapes(open, payload, `${open} × payload ${number}`)),
  );
}

function shapes(open: string, payload: string, name: string): HostileBody[] {
  const close = closing(open);
  return [
    { name: `${name}, closed`, html: `<p>before</p>${open}${payload}${close}<p>after</p>` },
    { name: `${name}, unclosed`, html: `${open}${payload}` },
    { name: `${name}, closed early`, html: `${open}${close}${payload}${open}${payload}` },
    {
      name: `${name}, closed in an attribute`,
      html: `${open}<b title="${close.replaceAll('"', "'")}${payload.replaceAll('"', "'")}">x</b>${close}`,
    },
  ];
}

function closing(open: string): string {
  if (open.startsWith('<!--')) return '-->';
  if (open.endsWith('[CDATA[')) return ']]>';
  if (/^<p title=["']/.test(open)) return `${open.at(-1)}>`;
  if (!/^<[a-z]/.test(open) || open.endsWith('=')) return '>';
  return [...open.matchAll(/<([a-z][a-z0-9-]*)/gi)]
    .reverse()
    .map(([, tag]) => `</${tag}>`)
    .join('');
}

/** Bodies put together at random from tags, attributes and odd pieces of text; the same seed gives the same ones. */
export function randomBodies(count: number, seed: number): HostileBody[] {
  const random = generator(seed);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const piece = () => {
    const kind = random();
    if (kind < 0.42)
      return `<${pick(TAG_NAMES)}${pick(ATTRIBUTES)}${random() < 0.3 ? pick(ATTRIBUTES) : ''}${random() < 0.95 ? '>' : '/>'}`;
    return kind < 0.68 ? `</${pick(TAG_NAMES)}>` : pick(TEXTS);
  };
  const body = () => Array.from({ length: 1 + Math.floor(random() * 14) }, piece).join('');
  return Array.from({ length: count }, (_, number) => ({ name: `random ${number}`, html: body() }));
}

const TAG_NAMES = (
  'p h1 h2 h3 h4 ul ol li li blockquote pre code a b strong i em u s del strike ins br hr img div span table tr td section center font svg ' +
  'math style script xmp title textarea select option form button template noscript iframe plaintext image mtext mglyph annotation-xml ' +
  'foreignObject desc x-y body head frameset caption thead tbody th details summary figure figcaption cite footer'
).split(' ');

const ATTRIBUTES: readonly string[] = [
  '',
  ' class="ql-align-center"',
  ' class="ql-indent-3 ql-align-right"',
  ' class=ql-syntax',
  ' class="language-css"',
  ' class="ql-code-block"',
  ' class="ql-code-block-container"',
  ' class="button"',
  ' class="file"',
  ' class="audio"',
  ` href="/uploads/${'a'.repeat(32)}.mp3"`,
  ' class="image"',
  ' colspan=2 rowspan="3"',
  ' open',
  ' style="text-align:center"',
  ' align=right',
  ' href="/a"',
  ' href="https://e.x/?a&b"',
  ' href="javascript:alert(1)"',
  " href='//x y'",
  ' href="a b:c"',
  ' href=" mailto:a b@c "',
  ' target=_blank',
  ' src="/uploads/a.png"',
  ' src=x',
  ' src="data:image/png;base64,AAAA"',
  ' alt=""',
  ' width=10px',
  ' data-list=bullet',
  ' data-language=js',
  ' start=3',
  ' title="<p>"',
  ' onclick=alert(1)',
  ' a',
  ' /',
  '"',
  "'",
];

const TEXTS: readonly string[] = [
  'a',
  'б',
  ' ',
  '  ',
  '\n',
  '\r\n',
  '\t',
  '\f',
  'text text',
  '&nbsp;',
  '&amp;',
  '&lt;',
  '<',
  '>',
  '&',
  '"',
  "'",
  '&#0;',
  '&#13;',
  '&#xD800;',
  '\ud800',
  '\u0000',
  '\ufdd0',
  '\ufdd00\ufdd1',
  '&#xfdd0;0&#xfdd1;',
  '\ufffe',
  '\u2028',
  '-->',
  '<!--',
  '<![CDATA[',
  ']]>',
  '<?x',
  '</',
  '<!',
  '=data:image/png;base64,QQ ',
  '="data:image/',
  '🏆',
];

/** Numbers from 0 to 1 by mulberry32, a public-domain generator of one line of arithmetic. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
