// SPDX-License-Identifier: Apache-2.0
//
// The style sheet of all pages. Every colour of text has a contrast of at least 4.5 to what is
// behind it, every mark and edge that means something at least 3 (tests/cli/html_test.py).
#include "output/page.h"

namespace cogs::output {

const char* const page_style_sheet = R"css(
:root{--paper:#fdfdfb;--ink:#1d2226;--soft:#55606a;--line:#d5dade;--edge:#6f7a83;--panel:#f1f4f3;
--key:#1f5f8b;--yes:#1c6b3c;--no:#9a3324;--maybe:#705300}
@media (prefers-color-scheme:dark){:root{--paper:#16191c;--ink:#e4e8ea;--soft:#a3aeb6;--line:#3a4248;
--edge:#87929b;--panel:#1f2428;--key:#7fb8e0;--yes:#7fcf9c;--no:#f09a8a;--maybe:#e0c36a}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;max-width:70rem;padding:1.5rem 1rem 4rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}
h2{font-size:1.15rem;margin:2rem 0 .6rem;padding-top:.8rem;border-top:2px solid var(--line)}
h3{font-size:1rem;margin:1rem 0 .3rem}.card h3{margin-top:0}
p{margin:.4rem 0}
code,pre,.formal{font-family:ui-monospace,monospace;font-size:.92em}
pre{background:var(--panel);padding:.6rem .8rem;margin:.3rem 0;white-space:pre-wrap;border-radius:.3rem}
.soft{color:var(--soft);font-weight:400;font-size:.88rem}
.yes,.pos{color:var(--yes)}.no,.neg{color:var(--no)}.maybe,.not{color:var(--maybe)}
.verdict{display:inline-block;border:2px solid;border-radius:.3rem;padding:0 .6rem;font-weight:600}
.note{border-left:4px solid var(--maybe);padding:.3rem .8rem;background:var(--panel)}
:focus-visible{outline:2px solid var(--key);outline-offset:2px}
button{font:inherit;font-size:.9rem;padding:.25rem .8rem;border:1px solid var(--edge);
border-radius:.3rem;background:var(--panel);color:var(--ink);cursor:pointer}
button:hover{border-color:var(--key)}
.tools{display:none;flex-wrap:wrap;gap:.5rem;margin:.6rem 0}.js .tools{display:flex}
ul,ol{list-style:none;margin:0;padding:0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:0}
dt{color:var(--soft)}dd{margin:0}
table{border-collapse:collapse}
th,td{padding:.2rem 1rem .2rem 0;vertical-align:top;text-align:start}
thead th{color:var(--soft);border-bottom:1px solid var(--line)}
tbody th{font-weight:600}
.wide{overflow-x:auto}.wide th,.wide td{min-width:7rem}
.model{columns:18rem;column-gap:2rem}.model li{break-inside:avoid}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1rem}
.strips{grid-template-columns:repeat(auto-fill,minmax(min(100%,23rem),1fr))}
.card{border:1px solid var(--line);border-radius:.4rem;padding:.8rem 1rem;break-inside:avoid}
.bar{display:block;height:.6rem;margin:.2rem 0 .5rem;border:1px solid var(--edge);border-radius:.3rem;
overflow:hidden}
.bar span{display:block;height:100%;background:var(--key)}
.rules li,.blockers li{border-left:3px solid var(--edge);padding:.1rem .8rem;margin:.4rem 0}
.tree ul{padding-left:1.2rem;margin-left:.45rem;border-left:1px solid var(--line)}
.tree .row{display:block;min-height:1.6rem;padding:.05rem .3rem .05rem 1.3rem;position:relative;
border-radius:.2rem}
.tree .mark{font-weight:700;margin-right:.3rem}
.js .tree li:not(.open)>ul{display:none}
.js .tree .row[aria-expanded]{cursor:pointer}
.js .tree .row[aria-expanded]:hover{background:var(--panel)}
.js .tree .row[aria-expanded]::before{content:"\25B8";content:"\25B8" / "";position:absolute;left:.2rem;
color:var(--key)}
.js .tree .row[aria-expanded=true]::before{content:"\25BE";content:"\25BE" / ""}
.tree .row:focus-visible{outline-offset:-1px}
.ways{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));gap:1rem}
.timeline{margin:.6rem 0 0 .6rem;border-left:3px solid var(--edge)}
.timeline>li{padding:0 0 1rem 1.3rem;position:relative}
.timeline .step{color:var(--soft);font-size:.88rem;font-weight:600;margin:0}
.change{position:relative;padding:.4rem .7rem;margin:.3rem 0;border:2px solid var(--key);
border-left-width:6px;border-radius:.2rem;break-inside:avoid}
.change.effect{border:2px dashed var(--edge);border-radius:1rem;margin-left:1.4rem}
.change::before{content:"";position:absolute;left:-2.05rem;top:.7rem;width:.8rem;height:.8rem;
background:var(--key);border:2px solid var(--key)}
.change.effect::before{left:-3.2rem;border-radius:50%;background:var(--paper);border-color:var(--edge)}
.change .kind{display:block;font-size:.82rem;font-weight:600}
.change .kind{color:var(--key)}.change.effect .kind{color:var(--soft)}
.timeline .end{padding-bottom:0}
.strip{margin:0;max-width:36rem}
.strip svg{display:block;width:100%;height:auto}
.strip text{font:12px system-ui,sans-serif;fill:var(--soft);text-anchor:middle}
.strip .label{fill:var(--ink);font-weight:600}
.strip .axis{stroke:var(--edge);stroke-width:2}
.strip .tick{stroke:var(--ink);stroke-width:1.5}
.strip .lead{stroke:var(--edge);stroke-width:.8}
.strip .range{fill:var(--yes)}
.strip .now{fill:var(--ink)}
.strip .goal{fill:var(--paper);stroke:var(--yes);stroke-width:2}
.plots{display:flex;flex-wrap:wrap;gap:1rem 2rem;align-items:flex-start}
.plots .plot{flex:1 1 18rem}.plots .wide{flex:2 1 44rem;min-width:0}
.figures th,.figures td{overflow-wrap:break-word;min-width:5.8rem;max-width:20rem;padding-right:.8rem}
.figures tbody th{min-width:8.5rem}
@media (min-width:64rem){.figures th,.figures td,.figures tbody th{overflow-wrap:anywhere;min-width:6.3rem}}
.plot{margin:0;max-width:30rem;break-inside:avoid}
.plot svg{display:block;width:100%;height:auto}
.plot text{font:12px system-ui,sans-serif;fill:var(--ink)}
.plot .end{text-anchor:end;font-weight:600}
.plot .track{stroke:var(--line);stroke-width:2}
.plot .col,.plot .dot{fill:var(--key);stroke:var(--key);stroke-width:1.5}
.plot .few{fill:var(--paper)}
.plot .whisker{stroke:var(--ink);stroke-width:1.5}
footer{margin-top:2.5rem;padding-top:.8rem;border-top:1px solid var(--line)}
body.inwords .formal,body:not(.inwords) .words{display:none}
@media (max-width:36rem){.tree ul{padding-left:.5rem}}
@media (forced-colors:active){.bar span,.change::before{forced-color-adjust:none}}
@media screen{.tree li{content-visibility:auto;contain-intrinsic-size:auto 1.6rem}}
@page{size:A4;margin:15mm}
@media print{:root{--paper:#fff;--ink:#000;--soft:#333;--line:#bbb;--edge:#555;--panel:#fff;--key:#000;
--yes:#000;--no:#000;--maybe:#000}body{max-width:none;padding:0;font-size:10pt}
.js .tools{display:none}.js .tree li:not(.open)>ul{display:block}
.js .tree .row[aria-expanded]::before{content:"\25BE";content:"\25BE" / ""}
.bar span{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.change::before{print-color-adjust:exact;-webkit-print-color-adjust:exact}
h2,h3{break-after:avoid}.wide{overflow:visible}.wide th,.wide td{min-width:0}
.figures th,.figures td{overflow-wrap:anywhere}.figures tbody th{min-width:0}
.strips{grid-template-columns:1fr 1fr}}
)css";

}  // namespace cogs::output
