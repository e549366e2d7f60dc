// SPDX-License-Identifier: Apache-2.0
// The style of the HTML report, and the shapes of the statuses: a status is a shape before a
// colour.
#pragma once

#include <string_view>

namespace assay::exports {

inline constexpr std::string_view kHtmlStyle = R"css(
:root{color-scheme:light dark;--background:#f7f8fa;--card:#fff;--line:#e3e6ec;--ink:#171b26;
--ink-2:#4a5266;--accent:#2f5bd8;--complete:#14774a;--partial:#9a5b00;--missing:#b42a2a;
--failed:#6941c6;--quote:#fff0a8}
@media (prefers-color-scheme:dark){:root{--background:#0f131b;--card:#171c27;--line:#2a3140;
--ink:#eceff6;--ink-2:#b0b8ca;--accent:#7ea2ff;--complete:#5fd39a;--partial:#f0b55c;
--missing:#ff8e8e;--failed:#b79cff;--quote:#5c4f12}}
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--ink);font-variant-numeric:tabular-nums;
font:14px/1.5 Inter,"Noto Sans",system-ui,"Segoe UI",Roboto,sans-serif}
main{max-width:980px;margin:0 auto;padding:40px 20px 64px}
h1{font-size:28px;line-height:1.25;letter-spacing:-.015em;margin:4px 0 8px}
h2{font-size:20px;letter-spacing:-.015em;margin:40px 0 12px}
h3{font-size:16px;margin:28px 0 8px}
h4{font-size:14px;margin:0;overflow-wrap:anywhere}
p{margin:0 0 8px}
a{color:var(--accent)}
.second{color:var(--ink-2)}
.eyebrow{color:var(--accent);font-weight:600}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px 20px;
margin:0 0 12px;break-inside:avoid-page}
table{width:100%;border-collapse:collapse;background:var(--card)}
th,td{padding:7px 12px;text-align:left;vertical-align:top;border-top:1px solid var(--line);
overflow-wrap:anywhere}
thead th{font-size:12.5px;font-weight:500;color:var(--ink-2);white-space:nowrap}
td.number,th.number{text-align:right;white-space:nowrap}
code{font:12px/1.5 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.status{display:inline-flex;align-items:center;gap:6px;white-space:nowrap;font-weight:500}
.glyph{width:14px;height:14px;flex:none}
.complete{color:var(--complete)}.partial{color:var(--partial)}
.missing{color:var(--missing)}.failed{color:var(--failed)}
.head{display:flex;gap:12px;align-items:baseline;justify-content:space-between;margin-bottom:8px}
blockquote{margin:8px 0;padding:6px 12px;border-left:3px solid var(--accent)}
blockquote mark{background:var(--quote);color:inherit;white-space:pre-wrap}
blockquote footer{font-size:12.5px;color:var(--ink-2)}
.reasoning{white-space:pre-wrap;overflow-wrap:anywhere}
ul{margin:4px 0 8px;padding-left:20px}
svg.bar{display:block;width:100%;height:18px;margin:12px 0}
svg.meter{width:72px;height:10px;vertical-align:middle;margin-right:6px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 20px;margin:0}
dt{color:var(--ink-2)}dd{margin:0;overflow-wrap:anywhere}
@media print{body{background:#fff}main{max-width:none;padding:0}a{color:inherit}}
)css";

inline constexpr std::string_view kHtmlGlyphs =
    R"(<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>)"
    R"(<symbol id="g-complete" viewBox="0 0 16 16"><path fill="currentColor" fill-rule="evenodd" )"
    R"(d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.8 5.1-4.4 4.9a.8.8 0 0 1-1.2 0L4.2 8.9l1.2-1.1 )"
    R"(1.4 1.5 3.8-4.3Z"/></symbol><symbol id="g-partial" viewBox="0 0 16 16"><circle cx="8" cy="8" )"
    R"(r="6.2" fill="none" stroke="currentColor" stroke-width="1.6"/><path fill="currentColor" )"
    R"(d="M8 1.8a6.2 6.2 0 0 1 0 12.4Z"/></symbol><symbol id="g-missing" viewBox="0 0 16 16">)"
    R"(<circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.6" )"
    R"(stroke-dasharray="2.4 2.47"/></symbol><symbol id="g-failed" viewBox="0 0 16 16"><path )"
    R"(fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" )"
    R"(d="M8 2.2 14.4 13.4H1.6Z"/><path fill="currentColor" d="M7.2 6h1.6v4H7.2Zm0 5h1.6v1.4H7.2Z"/>)"
    R"(</symbol></defs></svg>)";

}  // namespace assay::exports
