export const checkoutStyle = `:root{color-scheme:light dark;--page:light-dark(#f6f7f8,#14171a);--card:light-dark(#fff,#1c2024);
--line:light-dark(#dfe3e6,#30363c);--ink:light-dark(#1b2126,#e7eaec);--quiet:light-dark(#5a656e,#9aa5ae);
--accent:light-dark(#0f766e,#4fd1c0);--on-accent:light-dark(#fff,#06231f);--tint:light-dark(#e3f2f0,#143a36)}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}
main{max-width:27rem;margin:0 auto;padding:clamp(1.5rem,9vh,6rem) 1rem 2rem}
.brand{display:flex;align-items:center;gap:.6rem;margin:0 0 1rem;font-size:1.125rem;font-weight:650}
section{padding:1.75rem 1.5rem;background:var(--card);border:1px solid var(--line);border-radius:.875rem}
h1{margin:0 0 1.25rem;font-size:clamp(1.875rem,8vw,2.375rem);line-height:1.2;font-variant-numeric:tabular-nums}
h1.words{font-size:1.375rem;margin-bottom:.75rem}
p{margin:0 0 .75rem}
a{color:var(--accent)}
button{width:100%;padding:.85rem 1rem;border:0;border-radius:.625rem;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:650;cursor:pointer}
button:disabled{opacity:.6;cursor:default}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
#payment-status{margin:.75rem 0 0}
#payment-status:empty{display:none}
.quiet{margin:0;color:var(--quiet)}
.fine{margin:1rem 0 0;color:var(--quiet);font-size:.875rem}
.done{display:inline-block;margin:0 0 .5rem;padding:.1rem .6rem;border-radius:1rem;background:var(--tint);color:var(--accent);font-size:.875rem;font-weight:650}
dl{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;margin:1rem .25rem;color:var(--quiet);font-size:.8125rem}
dd{margin:0;font-family:ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}`
