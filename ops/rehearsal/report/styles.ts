export const STYLES = `
:root { color-scheme: light dark; --field: light-dark(#faf6f1, #0f0b16); --raised: light-dark(#fff, #191421); --ink: light-dark(#1a1220, #f4ede5);
  --soft: light-dark(#635760, #b6abae); --line: light-dark(#e2d8cd, #352d3e); --good: light-dark(#14703f, #7fe0a8); --bad: light-dark(#b4001e, #ff7d88);
  --bad-field: light-dark(#fbe3e3, #3a1520); --half: light-dark(#5331b8, #b6a4ff); --most: light-dark(#b9530a, #ffab5e); --band: light-dark(#f3ece3, #241d30) }
* { box-sizing: border-box }
body { margin: 0; background: var(--field); color: var(--ink); font: 1rem/1.5 system-ui, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere }
main { max-width: 70rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 3.5rem) clamp(1rem, 4vw, 2.5rem) 4rem }
h1 { font-size: clamp(1.75rem, 1.2rem + 2.6vw, 3rem); line-height: 1.1; margin: .25rem 0 .75rem; letter-spacing: -.02em }
h2 { font-size: 1.375rem; line-height: 1.2; margin: 0 0 .25rem; letter-spacing: -.01em }
h3 { font-size: 1.0625rem; margin: 0 }
p { margin: 0; max-width: 46rem }
a { color: inherit }
.soft { color: var(--soft) }
.verdict { display: inline-flex; gap: .6rem; align-items: center; font-weight: 600; color: var(--good) }
.verdict.bad { color: var(--bad) }
.sign { flex: none; width: 1.5rem; height: 1.5rem; border-radius: 50%; display: inline-grid; place-items: center; background: var(--good); color: var(--field); font-size: .875rem; font-weight: 700; line-height: 1 }
.sign.bad { background: var(--bad) }
.sign.none { background: var(--line); color: var(--soft) }
section { margin-top: clamp(2.25rem, 5vw, 3.5rem) }
.figures { display: grid; grid-template-columns: repeat(4, 1fr); gap: 1px; margin: 2rem 0 0; background: var(--line); border: 1px solid var(--line); border-radius: .75rem; overflow: hidden }
.figures div { background: var(--raised); padding: .875rem 1rem 1rem; display: flex; flex-direction: column-reverse; justify-content: flex-end }
.figures dd { margin: 0; font-size: 1.625rem; font-weight: 650; letter-spacing: -.02em; font-variant-numeric: tabular-nums; white-space: nowrap }
.figures dt { color: var(--soft); font-size: .875rem; line-height: 1.35 }
.mend { margin: 1rem 0 0; padding: 0; list-style: none; display: grid; gap: .5rem }
.mend li { background: var(--bad-field); border-radius: .75rem; padding: .875rem 1.125rem }
.mend b { display: block }
figure { margin: 1.25rem 0 0; background: var(--raised); border: 1px solid var(--line); border-radius: .75rem; padding: clamp(.875rem, 2.4vw, 1.5rem) }
figcaption { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .875rem; color: var(--soft); margin-top: .75rem }
.key::before { content: ""; display: inline-block; width: 1.25rem; height: 0; border-top: 3px solid currentColor; vertical-align: .25em; margin-right: .45rem }
.key.p50::before { border-color: var(--half) }
.key.p99::before { border-color: var(--most) }
.key.limit::before { border-top: 2px dashed var(--bad) }
.key.failed::before { content: "×"; border: 0; height: auto; width: auto; color: var(--bad); font-weight: 700; vertical-align: 0 }
.key.dots::before { border: 0; width: .7rem; height: .7rem; border-radius: 50%; background: var(--half); vertical-align: -.05em }
.key.dots.p95::before { background: var(--soft) }
.key.dots.p99::before { background: var(--most) }
svg { display: block; width: 100%; height: auto; font: 13px/1 system-ui, "Segoe UI", Roboto, sans-serif; font-variant-numeric: tabular-nums }
svg text { fill: var(--ink) }
svg .tick { fill: var(--soft); font-size: 12px }
svg .caption { fill: var(--soft) }
svg .number { fill: var(--soft); font-weight: 600; font-size: 12px }
svg .bad { fill: var(--bad) }
svg .value { font-weight: 600; paint-order: stroke; stroke: var(--raised); stroke-width: 5px; stroke-linejoin: round }
svg .grid { stroke: var(--line) }
svg .limit { stroke: var(--bad); stroke-dasharray: 5 4 }
svg .band { fill: none }
svg .band.even { fill: var(--band) }
svg .band.bad { fill: var(--bad-field) }
svg path { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round }
svg path.p50 { stroke: var(--half) }
svg path.p99 { stroke: var(--most) }
svg path.plain { stroke: var(--half) }
svg path.failed { stroke: var(--bad) }
svg path.area { fill: var(--half); fill-opacity: .22; stroke: var(--half); stroke-width: 1.5 }
svg .span { stroke: var(--soft); stroke-width: 2; stroke-opacity: .55 }
svg .dot { fill: var(--soft) }
svg .dot.p50 { fill: var(--half) }
svg .dot.p99 { fill: var(--most) }
.middle, .narrow { display: none }
.steps { list-style: none; margin: 1.25rem 0 0; padding: 0; background: var(--raised); border: 1px solid var(--line); border-radius: .75rem; overflow: hidden }
.steps > li + li { border-top: 1px solid var(--line) }
summary { display: grid; grid-template-columns: auto 1fr auto 3rem; gap: .1rem .75rem; align-items: center; padding: .8rem clamp(.875rem, 2.4vw, 1.5rem); cursor: pointer; list-style: none }
summary::-webkit-details-marker { display: none }
summary:hover { background: var(--band) }
summary:focus-visible { outline: 3px solid var(--most); outline-offset: -3px }
.brief { color: var(--soft); font-size: .9375rem; font-variant-numeric: tabular-nums }
.bad .brief { color: var(--bad); font-weight: 600 }
summary time { color: var(--soft); font-size: .875rem; font-variant-numeric: tabular-nums; text-align: right }
details > p, details > table { margin-inline: clamp(3rem, 5vw, 3.75rem) clamp(.875rem, 2.4vw, 1.5rem) }
details[open] > :last-child { margin-bottom: 1.25rem }
details > table { width: auto }
table { border-collapse: collapse; margin-top: .75rem; font-size: .9375rem }
th { text-align: left; font-weight: 400; color: var(--soft); font-size: .8125rem }
th, td { padding: .4rem .75rem .4rem 0; vertical-align: top; border-top: 1px solid var(--line) }
thead th { border: 0; padding-bottom: .2rem }
td:first-child { min-width: 14rem }
td:nth-child(2) { min-width: 11rem; color: var(--soft) }
td:nth-child(3) { font-variant-numeric: tabular-nums }
tr.bad td:nth-child(3) { color: var(--bad); font-weight: 600 }
.advice { color: var(--ink); font-weight: 400; display: block }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: .75rem 2rem; margin: 1rem 0 0 }
.facts dt { color: var(--soft); font-size: .875rem }
.facts dd { margin: 0 }
.later { margin-top: 2rem }
.notes { margin: .75rem 0 0; padding-left: 1.1rem; max-width: 46rem; display: grid; gap: .35rem }
@media (max-width: 62rem) { .wide { display: none } .middle { display: block } }
@media (max-width: 40rem) {
  .figures { grid-template-columns: 1fr 1fr }
  .middle { display: none } .narrow { display: block }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
  tr { display: grid; grid-template-columns: 1fr; padding: .5rem 0; border-top: 1px solid var(--line) }
  td, td:first-child, td:nth-child(2) { min-width: 0; border: 0; padding: 0 }
  table, tbody { display: block }
  details > p, details > table { margin-inline: .875rem }
  summary { grid-template-columns: auto 1fr 3rem }
  .brief { grid-row: 2; grid-column: 2 / -1 }
  .facts { grid-template-columns: 1fr }
  td:first-child { font-weight: 600 }
  td:nth-child(2)::before { content: "ждали: " }
}
@media print {
  :root { color-scheme: light }
  body { background: none; font-size: 10pt }
  main { max-width: none; padding: 0 }
  figure, tr, summary, .mend li { break-inside: avoid }
  details::details-content { content-visibility: visible; block-size: auto }
  .steps { overflow: visible }
  section { margin-top: 1.5rem }
  h2 { break-after: avoid }
  * { print-color-adjust: exact }
}
`;
