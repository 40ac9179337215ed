export const STYLES = `
:root { color-scheme: light dark; --field: light-dark(#faf6f1, #0f0b16); --ink: light-dark(#1a1220, #f4ede5); --soft: light-dark(#635760, #b6abae);
  --line: light-dark(#e2d8cd, #352d3e); --good: light-dark(#14703f, #7fe0a8); --bad: light-dark(#b4001e, #ff7d88); --bad-field: light-dark(#fbe3e3, #3a1520);
  --half: light-dark(#5331b8, #b6a4ff); --most: light-dark(#b9530a, #ffab5e); --band: light-dark(#f3ece3, #241d30) }
body { margin: 0; background: var(--field); color: var(--ink); font: 1rem/1.5 system-ui, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word }
main { max-width: 62rem; margin: 0 auto; padding: clamp(1rem, 4vw, 3rem) }
h1 { font-size: clamp(1.75rem, 1.2rem + 2.6vw, 3rem); line-height: 1.1; margin: .25rem 0 .75rem }
h2 { font-size: 1.375rem; line-height: 1.2; margin: 2.5rem 0 .25rem }
p { margin: 0 }
a { color: inherit }
.soft, th, .tick, .number, .caption { color: var(--soft); fill: var(--soft) }
.good { color: var(--good) }
.bad, tr.bad td:last-child { color: var(--bad) }
ul { padding-left: 1.1rem }
.mend li { background: var(--bad-field); padding: .75rem 1rem; margin-bottom: .5rem }
table { display: block; overflow-x: auto; border-collapse: collapse; margin: .75rem 0; font-variant-numeric: tabular-nums }
th, td { text-align: left; font-weight: 400; padding: .35rem clamp(.6rem, 2vw, 1.25rem) .35rem 0; vertical-align: top; border-top: 1px solid var(--line) }
details { border-top: 1px solid var(--line); padding: .6rem 0 }
summary { cursor: pointer }
figure { margin: 1rem 0 }
figcaption { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .875rem; color: var(--soft); margin-top: .75rem }
.key::before { content: ""; display: inline-block; width: 1.25rem; border-top: 3px solid var(--half); vertical-align: .25em; margin-right: .45rem }
.key.p99::before { border-color: var(--most) }
.key.limit::before { border-top: 2px dashed var(--bad) }
.key.failed::before { content: "×"; border: 0; width: auto; color: var(--bad); vertical-align: 0 }
svg { display: block; width: 100%; overflow: visible; font: 12px/1 system-ui, "Segoe UI", Roboto, sans-serif }
svg .number { text-anchor: middle }
svg .failed { fill: var(--bad); text-anchor: middle }
svg .grid { stroke: var(--line) }
svg .limit { stroke: var(--bad); stroke-dasharray: 5 4 }
svg .band { fill: none }
svg .band.even { fill: var(--band) }
svg .band.bad { fill: var(--bad-field) }
svg path { fill: none; stroke: var(--half); stroke-width: 2; vector-effect: non-scaling-stroke }
svg .p99 { stroke: var(--most) }
svg .area { fill: var(--half); fill-opacity: .22 }
@media print { :root { color-scheme: light } details::details-content { content-visibility: visible; block-size: auto } * { print-color-adjust: exact } }
`;
