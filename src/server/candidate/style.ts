/** The look of the candidate's page: one calm card, light or dark as the reader's system is. */
export const style = `
:root{color-scheme:light dark;--ground:#f3f5f3;--card:#fff;--ink:#17211d;--soft:#51605a;--line:#d9e0dc;--field:#8a9a93;
--accent:#1f6f5c;--on:#fff;--hover:#175847;--tint:#e6f2ee;--warn:#7a4b00;--warn-tint:#fdf1da;--bad:#9b2c22;--bad-tint:#fbeae7}
@media(prefers-color-scheme:dark){:root{--ground:#0e1412;--card:#161f1b;--ink:#e8efec;--soft:#a3b3ac;--line:#2b3832;
--field:#6b7d75;--accent:#5cc9a7;--on:#06211a;--hover:#7ad9bb;--tint:#17322a;--warn:#f0c674;--warn-tint:#322710;
--bad:#f2a097;--bad-tint:#3a1d1a}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;gap:1.25rem;padding:clamp(1rem,5vw,3.5rem) 1rem 1.5rem;
background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
header,main,footer{width:100%;max-width:36rem;margin-inline:auto}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.35rem .6rem;font-weight:600}
header svg{width:1.75rem;height:1.75rem;flex:none}
.badge{margin-inline-start:auto;font-size:.8125rem;font-weight:500;color:var(--warn);background:var(--warn-tint);
padding:.1rem .65rem;border-radius:99px}
main{background:var(--card);border:1px solid var(--line);border-radius:16px;padding:clamp(1.25rem,5vw,2.25rem);
box-shadow:0 1px 2px #0000000a,0 8px 28px #0000000d}
main>:first-child{margin-top:0}main>:last-child{margin-bottom:0}
.state{margin:0 0 .25rem;font-size:.875rem;font-weight:600;color:var(--accent)}
.state.warn{color:var(--warn)}.state.bad{color:var(--bad)}
h1{margin:0 0 .75rem;font-size:clamp(1.5rem,1.2rem + 1.6vw,1.9rem);line-height:1.2;letter-spacing:-.01em;text-wrap:balance}
h2{margin:1.75rem 0 .5rem;font-size:1.0625rem;line-height:1.3}
p{margin:0 0 1rem}a{color:var(--accent)}.soft,small{color:var(--soft)}small{font-size:.875rem}
dl{margin:1.25rem 0;border-top:1px solid var(--line)}
dl div{padding:.6rem 0;border-bottom:1px solid var(--line);display:grid;grid-template-columns:9rem 1fr;gap:.1rem 1rem}
dt{color:var(--soft)}dd{margin:0}
.notice{padding:.7rem 1rem;border-radius:10px;background:var(--warn-tint);color:var(--warn);font-weight:500}
.row{display:flex;flex-wrap:wrap;gap:.75rem;margin:0 0 1rem}.row>*{flex:1 1 11rem}.row.three>*{flex-basis:5rem}
form{margin:0}fieldset{border:0;margin:0;padding:0;min-width:0}legend{padding:0;margin-bottom:.5rem}
button,.button{display:block;width:100%;min-height:2.875rem;padding:.6rem 1rem;border:1px solid var(--accent);
border-radius:10px;background:transparent;color:var(--accent);font:inherit;font-weight:600;text-align:center;
text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:var(--tint)}
.main{background:var(--accent);color:var(--on)}.main:hover{background:var(--hover);border-color:var(--hover)}
.quiet{border-color:var(--field);color:var(--ink)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
label{display:block;font-weight:500;margin-bottom:.3rem}
input,textarea{width:100%;padding:.6rem .75rem;border:1px solid var(--field);border-radius:10px;background:var(--card);
color:var(--ink);font:inherit}textarea{min-height:5rem;resize:vertical;margin-bottom:.75rem;display:block}
details{border-top:1px solid var(--line);padding-top:1rem;margin-top:1.25rem}
summary{cursor:pointer;color:var(--soft);width:fit-content;padding:.15rem .25rem;border-radius:6px}
details[open] summary{margin-bottom:.9rem}
.score{margin:0 0 .25rem;font-size:clamp(2.5rem,2rem + 3vw,3.25rem);font-weight:650;line-height:1.1;letter-spacing:-.02em}
.bar{display:block;width:100%;height:14px;margin:.5rem 0 1rem;border-radius:7px}
.bar .ground{fill:var(--line)}.bar .value{fill:var(--accent)}.bar .mark{fill:var(--ink)}
table{width:100%;border-collapse:collapse}th,td{padding:.45rem 0;text-align:start;border-bottom:1px solid var(--line);
font-weight:400}thead th{color:var(--soft);font-size:.875rem}td,th+th{text-align:end;padding-inline-start:1rem;white-space:nowrap}
footer{margin-top:auto;text-align:center;color:var(--soft);font-size:.875rem}footer p{margin:0}
@media(max-width:30rem){dl div{grid-template-columns:1fr}}
@media(forced-colors:active){.main{forced-color-adjust:none}}
`
