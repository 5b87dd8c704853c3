/** The report's look, light and dark. One colour for each verdict, each with a mark beside it: colour alone tells nothing. */
export const STYLE = `
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #1f2328; --soft: #6a7077; --line: #dedbd2; --card: #ffffff; --accent: #2b5c8a;
  --passed: #2c7a4b; --failed: #b3261e; --broken: #7b1fa2; --inconclusive: #b06000; --blocked: #8a4f9e; --deviation: #8a6d00;
  --informational: #2b6f8a; --unsupported: #8b9096; --skipped: #8b9096; }
@media (prefers-color-scheme: dark) { :root { --paper: #16181c; --ink: #e4e6ea; --soft: #9aa1a9; --line: #33373e; --card: #1d2025; --accent: #7fb2e5;
  --passed: #63c58a; --failed: #ff8a80; --broken: #d29bee; --inconclusive: #f0b45f; --blocked: #cf9fe0; --deviation: #d9c15a;
  --informational: #79c3df; --unsupported: #7f868e; --skipped: #7f868e; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 1480px; margin: 0 auto; padding: 2.2rem 1.5rem 5rem; }
h1 { font-size: 1.55rem; margin: 0; letter-spacing: -0.01em; } h2 { font-size: 1.12rem; margin: 2.6rem 0 0.8rem; }
h3 { font-size: 0.95rem; margin: 1.3rem 0 0.4rem; color: var(--soft); text-transform: uppercase; letter-spacing: 0.06em; font-weight: 600; }
code, pre, .mono { font: 12.5px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
a { color: var(--accent); }
.head { display: flex; gap: 1.4rem; align-items: center; }
.seal { flex: none; width: 76px; height: 76px; border-radius: 50%; display: grid; place-items: center; font-size: 2.3rem; color: var(--card); background: var(--hue); }
.facts { color: var(--soft); margin: 0.35rem 0 0; } .facts b { color: var(--ink); font-weight: 600; }
.stopped { margin: 1rem 0 0; padding: 0.6rem 0.9rem; border-left: 4px solid var(--failed); background: var(--card); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(250px, 1fr)); gap: 0.9rem; margin-top: 1.6rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 0.9rem 1.1rem; }
.card .level { font-weight: 600; } .card .of { color: var(--soft); float: right; }
.bar { display: flex; height: 9px; border-radius: 5px; overflow: hidden; margin: 0.6rem 0 0.5rem; background: var(--line); } .bar i { background: var(--hue); }
.legend { display: flex; flex-wrap: wrap; gap: 0.1rem 0.9rem; font-size: 0.85rem; }
.v { color: var(--hue); font-weight: 600; white-space: nowrap; }
.matrix { overflow: auto; max-height: 78vh; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.matrix table { border-collapse: separate; border-spacing: 0; width: 100%; }
.matrix th, .matrix td { padding: 0.16rem 0.35rem; border-bottom: 1px solid var(--line); text-align: center; }
.matrix thead th { position: sticky; top: 0; background: var(--card); z-index: 2; font-size: 0.78rem; font-weight: 600; color: var(--soft); white-space: nowrap; }
.matrix tbody th { position: sticky; left: 0; background: var(--card); text-align: left; font-weight: 400; white-space: nowrap; z-index: 1; }
.matrix thead th:first-child { left: 0; z-index: 3; text-align: left; }
.matrix td { color: var(--hue, var(--line)); } .matrix td.failed, .matrix td.broken { background: color-mix(in srgb, var(--hue) 18%, transparent); font-weight: 700; }
.matrix tr:hover th, .matrix tr:hover td { background: color-mix(in srgb, var(--accent) 10%, var(--card)); }
.verb { display: inline-block; min-width: 4.2em; color: var(--soft); }
.filters { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-bottom: 0.7rem; }
.filters input[type=search] { flex: 1 1 16rem; padding: 0.45rem 0.7rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: inherit; font: inherit; }
.filters label { border: 1px solid var(--line); border-radius: 999px; padding: 0.15rem 0.7rem; cursor: pointer; user-select: none; } .filters label:has(input:not(:checked)) { opacity: 0.45; }
.filters label input { position: absolute; opacity: 0; }
details.rule { background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin: 0.3rem 0; }
details.rule > summary { display: flex; gap: 0.7rem; padding: 0.42rem 0.8rem; cursor: pointer; list-style: none; align-items: baseline; }
details.rule > summary::-webkit-details-marker { display: none; }
details.rule .id { font-weight: 600; } details.rule .title { color: var(--soft); flex: 1; } details.rule .n { color: var(--soft); font-size: 0.85rem; white-space: nowrap; }
details.rule[open] > summary { border-bottom: 1px solid var(--line); } .body { padding: 0.7rem 1rem 1rem; }
.mark { width: 1.2em; text-align: center; color: var(--hue); font-weight: 700; flex: none; }
.clause { margin: 0.15rem 0; } .clause .mono { color: var(--soft); margin-right: 0.5rem; }
.ops { columns: 2 380px; margin: 0.5rem 0 0; padding: 0; list-style: none; font-size: 0.88rem; } .ops li { break-inside: avoid; } .why { color: var(--soft); }
.failure { border-left: 4px solid var(--hue); padding: 0.2rem 0 0.2rem 1rem; margin: 1rem 0; }
.pair { display: grid; grid-template-columns: 6rem 1fr; gap: 0.2rem 0.8rem; margin: 0.4rem 0; } .pair dt { color: var(--soft); } .pair dd { margin: 0; overflow-wrap: anywhere; }
pre { background: color-mix(in srgb, var(--ink) 5%, var(--card)); border: 1px solid var(--line); border-radius: 8px; padding: 0.6rem 0.8rem; overflow: auto; margin: 0.4rem 0; max-height: 26rem; } pre.said { white-space: pre-wrap; overflow-wrap: anywhere; }
.copy { position: relative; } .copy button { position: absolute; right: 0.5rem; top: 0.4rem; font: inherit; font-size: 0.78rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); color: inherit; cursor: pointer; }
.wire { border-collapse: collapse; width: 100%; font-size: 0.85rem; } .wire td { padding: 0.15rem 0.6rem 0.15rem 0; vertical-align: top; border-top: 1px solid var(--line); }
.wire .t { color: var(--soft); white-space: nowrap; text-align: right; } .wire .arrow { white-space: nowrap; font-weight: 600; } .wire details pre { margin: 0.2rem 0 0.5rem; }
.cards + .card { margin-top: 0.9rem; }
.meters { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.15rem 0.8rem; margin: 0.6rem 0 0.3rem; font-size: 0.85rem; } .meters dd { margin: 0; display: flex; gap: 0.5rem; align-items: center; color: var(--soft); }
.meters dt { white-space: nowrap; } .meters b { color: var(--ink); } .meters .bar { flex: 1; min-width: 3rem; height: 6px; margin: 0; } .meters .bar i { background: var(--accent); }
.plain { margin: 0.4rem 0; padding: 0; list-style: none; font-size: 0.88rem; } .plain li { padding: 0.12rem 0; overflow-wrap: anywhere; }
ol.causes { padding-left: 1.6rem; } ol.causes > li { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--hue); border-radius: 8px; padding: 0.7rem 1rem; margin: 0.6rem 0; }
ol.causes dl { display: grid; grid-template-columns: 5rem minmax(0, 1fr); gap: 0.1rem 0.8rem; } ol.causes dd { margin: 0; color: var(--ink); overflow-wrap: anywhere; }
.sheet { background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: auto; } .sheet summary { padding: 0.5rem 1rem; cursor: pointer; color: var(--soft); }
.sheet table { border-collapse: collapse; width: 100%; font-size: 0.88rem; } .sheet th, .sheet td { text-align: left; padding: 0.25rem 1rem; border-top: 1px solid var(--line); vertical-align: top; } .sheet th { color: var(--soft); font-weight: 500; }
.print { float: right; color: var(--soft); } .timeline { max-height: none; line-height: 1.35; }
.hidden { display: none; }
${['passed', 'failed', 'broken', 'inconclusive', 'blocked', 'deviation', 'informational', 'unsupported', 'skipped'].map((verdict) => `.${verdict} { --hue: var(--${verdict}); }`).join('\n')}
`;
