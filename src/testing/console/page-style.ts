/** The page's looks: one column on a phone, two on a desk, in light and in dark. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f4f6f7, #111517);
  --card: light-dark(#fff, #1a2023);
  --sunk: light-dark(#f4f6f7, #12171a);
  --ink: light-dark(#14211f, #e7eceb);
  --quiet: light-dark(#566360, #9aa8a5);
  --line: light-dark(#dde3e2, #2c3538);
  --accent: light-dark(#0f766e, #4fd1c0);
  --accent-ink: light-dark(#fff, #06211d);
  --good: light-dark(#14713f, #6fd99a);
  --good-back: light-dark(#e2f4e9, #16301f);
  --warn: light-dark(#8a5200, #f2bd5c);
  --warn-back: light-dark(#fdf0d9, #362a12);
  --bad: light-dark(#b3261e, #ff9c93);
  --bad-back: light-dark(#fce8e6, #3c1b18);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
html { background: var(--paper); scroll-padding-top: 1rem; }
body { margin: 0; color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, h4, p, ol, dl, dd { margin: 0; padding: 0; }
ol { list-style: none; }
code, pre, .amount, .amounts dd, .chips button { font-family: var(--mono); font-size: .9em; }
[hidden] { display: none !important; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.quiet { color: var(--quiet); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h2:focus { outline: none; }

.top { display: grid; grid-template-columns: 1fr auto; gap: .15rem 1rem; align-items: center; max-width: 80rem; margin: auto; padding: 1.5rem 1.5rem 0; }
h1 { font-size: 1.35rem; line-height: 1.3; letter-spacing: -.01em; }
.tag { padding: .1em .5em; border-radius: 1em; background: var(--accent); color: var(--accent-ink); font-size: .6em; letter-spacing: .04em; text-transform: uppercase; vertical-align: .25em; }
.connection { display: flex; gap: .5em; align-items: center; padding: .2rem .75rem; border: 1px solid var(--line); border-radius: 2em; background: var(--card); font-size: .85rem; }
.connection::before { content: ""; width: .6em; height: .6em; border-radius: 50%; background: var(--warn); }
.connection[data-state=live]::before { background: var(--good); }
.where { grid-column: 1 / -1; }
nav { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-top: .6rem; padding-bottom: .75rem; border-bottom: 1px solid var(--line); }
nav a { color: var(--quiet); text-decoration: none; white-space: nowrap; }
nav a:hover { color: var(--ink); text-decoration: underline; }
nav b { color: var(--ink); font-size: 1.15rem; font-variant-numeric: tabular-nums; }

main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 26rem); grid-template-areas: "orders faults" "orders requests"; grid-template-rows: auto 1fr; gap: 1.75rem 2rem; max-width: 80rem; margin: auto; padding: 1.5rem; }
.orders { grid-area: orders; }
.faults { grid-area: faults; }
.requests { grid-area: requests; }
h2 { margin-bottom: .75rem; font-size: 1.05rem; }
.empty { padding: 2rem 1.25rem; border: 1px dashed var(--line); border-radius: .75rem; color: var(--quiet); text-align: center; }
.empty pre { margin-top: .75rem; border: 1px solid var(--line); background: var(--card); color: var(--ink); text-align: left; }
.empty.small { padding: .6rem; font-size: .9rem; }

article, .faults, #request-list { border: 1px solid var(--line); border-radius: .75rem; background: var(--card); }
#order-list > li + li { margin-top: 1rem; }
article { padding: 1rem 1.25rem; }
.row { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; align-items: baseline; }
.amount { font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
article h3 { font-size: 1.05rem; }
article h3 + .amount { font-size: 1.05rem; }
abbr { color: var(--quiet); font-weight: 400; }
.facts { display: flex; flex-wrap: wrap; gap: .25rem .6rem; align-items: center; min-width: 0; font-size: .85rem; }
article > .facts { margin-top: .2rem; }
.id { color: var(--quiet); font-size: .8rem; user-select: all; }
.badge { display: inline-block; padding: 0 .6em; border-radius: 1em; background: var(--sunk); color: var(--quiet); font-size: .8rem; white-space: nowrap; }
.badge[data-state=authorized], .badge[data-state="partly finalized"], .badge[data-state=pending] { background: var(--warn-back); color: var(--warn); }
.badge[data-state=finalized] { background: var(--good-back); color: var(--good); }
.badge[data-state=annulled], .badge[data-state=fault] { background: var(--bad-back); color: var(--bad); }

.payments > li { margin-top: .75rem; padding: .75rem 1rem; border-radius: .5rem; background: var(--sunk); }
.amounts { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .25rem .75rem; margin-top: .5rem; }
.amounts dt { color: var(--quiet); font-size: .8rem; }
.amounts dd { font-variant-numeric: tabular-nums; }
.nothing { color: var(--quiet); }
.finalizations > li { flex-wrap: nowrap; margin-top: .5rem; padding-top: .5rem; border-top: 1px solid var(--line); font-size: .9rem; }

summary { cursor: pointer; }
article details { margin-top: .5rem; font-size: .9rem; }
article summary { width: fit-content; color: var(--accent); }
.values { display: grid; grid-template-columns: minmax(0, 1fr); gap: .15rem; font-size: .85rem; }
.values .values { font-size: 1em; }
dl.values > div { display: grid; grid-template-columns: minmax(0, 9rem) minmax(0, 1fr); gap: .75rem; }
.values dt { color: var(--quiet); }
article details > .values { margin-top: .5rem; padding: .75rem; border-radius: .5rem; background: var(--sunk); }
ol.values > li + li { margin-top: .35rem; padding-top: .35rem; border-top: 1px solid var(--line); }

.pay { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: end; margin-top: .9rem; }
/* What was paid once is seldom to be paid again. */
.payments:not(:empty) + .pay button { border-color: var(--accent); background: none; color: var(--accent); }
.pay .problem { flex-basis: 100%; }
.field { display: grid; gap: .15rem; }
.field label { color: var(--quiet); font-size: .8rem; }
select, input, button { min-height: 2.25rem; padding: .3rem .7rem; border: 1px solid light-dark(#8b9895, #5c6b68); border-radius: .5rem; background: var(--card); color: inherit; font: inherit; font-size: .9rem; }
::placeholder { color: var(--quiet); opacity: 1; }
button { cursor: pointer; }
button:hover { border-color: var(--accent); }
button[type=submit] { border-color: transparent; background: var(--accent); color: var(--accent-ink); font-weight: 600; }
.danger { border-color: var(--bad); color: var(--bad); }
.problem { color: var(--bad); font-size: .9rem; }
.problem:empty { position: absolute; }

.faults { padding: 1.1rem 1.25rem 1.25rem; }
.faults h3 { margin: .9rem 0 .4rem; color: var(--quiet); font-size: .8rem; font-weight: 600; }
.chips, .buttons { display: flex; flex-wrap: wrap; gap: .4rem; }
.chips button { min-height: 2rem; padding: .15rem .6rem; font-size: .8rem; }
.chips button:active { background: var(--warn-back); }
.hint { min-height: calc(3em + 1rem); margin-top: .9rem; padding: .5rem .75rem; border-radius: .5rem; background: var(--sunk); color: var(--quiet); font-size: .85rem; }
#armed-list > li { margin-bottom: .4rem; padding: .4rem .75rem; border-left: 3px solid var(--warn); border-radius: .25rem; background: var(--warn-back); font-size: .9rem; }
.about { display: block; color: var(--quiet); font-size: .85rem; }
.buttons { margin-top: .75rem; }

#request-list:empty { display: none; }
#request-list > li + li { border-top: 1px solid var(--line); }
.requests summary { display: flex; gap: .75rem; padding: .6rem 1rem; }
.requests summary:focus-visible { outline-offset: -2px; }
.requests summary::-webkit-details-marker { display: none; }
.number { flex: none; min-width: 1.4rem; color: var(--quiet); font-size: .8rem; font-variant-numeric: tabular-nums; text-align: right; line-height: 1.8; }
.call { display: grid; flex: 1; gap: .1rem; min-width: 0; }
.path { color: var(--quiet); font-size: .8rem; }
.status[data-kind=good] { color: var(--good); }
.status[data-kind=bad] { color: var(--bad); }
.status[data-kind=none], .status[data-kind=pending] { color: var(--warn); }
.inside { display: grid; gap: .3rem; padding: 0 1rem 1rem 3.15rem; }
h4 { margin-top: .4rem; color: var(--quiet); font-size: .8rem; }
pre { margin: 0; padding: .6rem .75rem; border-radius: .5rem; background: var(--sunk); font-size: .8rem; white-space: pre-wrap; }

@media (max-width: 60rem) {
  main { grid-template: "orders" "faults" "requests" / minmax(0, 1fr); padding: 1.25rem 1rem 2rem; }
  .top { padding: 1.1rem 1rem 0; }
  nav { gap: .1rem 1.1rem; font-size: .9rem; }
  .inside { padding-left: 1rem; }
}
@media (max-width: 30rem) {
  .amounts { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .amounts > div { display: flex; flex-wrap: wrap; gap: 0 .75rem; justify-content: space-between; align-items: baseline; }
  dl.values > div { grid-template-columns: minmax(0, 8.5rem) minmax(0, 1fr); }
  dl.values > div:has(.values) { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .values .values { padding-left: .75rem; border-left: 1px solid var(--line); }
  .pay .field { flex: 1 1 7rem; }
  .pay input, .pay select { width: 100%; }
  .pay button { flex: 1 1 100%; }
}
@media (prefers-reduced-motion: no-preference) {
  html { scroll-behavior: smooth; }
  #order-list > li, .payments > li, .finalizations > li, #request-list > li, #armed-list > li { animation: arrive .5s ease-out; }
  @keyframes arrive { from { background: light-dark(#cdeee9, #14403a); opacity: 0; } }
}
`;
