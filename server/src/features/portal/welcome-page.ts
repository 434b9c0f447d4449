import { brandMark } from '../../platform/brand.ts'
import type { Config } from '../../platform/config/config.ts'
import { escapeHtml } from '../../platform/mail.ts'

export function welcomePage(config: Config): string {
  const links = [
    link('/docs', 'API documentation', 'all endpoints, with a form to try them'),
    ...(config.sandboxUrl
      ? [link(config.sandboxUrl, 'Sandbox', 'local stand-ins for email, clock, messaging provider and payment gateway')]
      : []),
    link('/readyz', 'Readiness', 'health of everything this server depends on'),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Harkara is running</title>
<link rel="stylesheet" href="/welcome.css">
</head>
<body>
<main>
<p class="brand">${brandMark(24)} Harkara${config.sandbox ? ' <span class="badge">sandbox</span>' : ''}</p>
<h1>Harkara is running.</h1>
<p>Multi-tenant business messaging with contacts, campaigns and prepaid billing. This server runs ${escapeHtml(roles(config))}.</p>
<ul>${links.join('')}</ul>
<p class="quiet">The web portal appears here once it is built. Until then, use the API.</p>
</main>
</body>
</html>`
}

const roles = ({ roles: names }: Config) =>
  names.length === 1 ? `the role ${names[0]}` : `the roles ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const link = (url: string, name: string, what: string) =>
  `<li><a href="${escapeHtml(url)}">${escapeHtml(name)}</a><span>${escapeHtml(what)}</span></li>`

export const welcomeStyle = `:root{color-scheme:light dark;--ink:light-dark(#1a1d21,#e8eaed);--quiet:light-dark(#5f6670,#9aa2ad);
--line:light-dark(#dfe3e8,#343a41);--paper:light-dark(#fff,#15181b);--accent:light-dark(#0b57d0,#8ab4f8)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,'Segoe UI',sans-serif}
main{max-width:40rem;margin:0 auto;padding:clamp(2rem,8vh,6rem) 1.25rem}
.brand{display:flex;align-items:center;gap:.5rem;font-weight:600;margin:0}
.badge{margin-left:.5rem;padding:.1rem .5rem;border:1px solid var(--line);border-radius:1rem;font-size:.8rem;font-weight:400;color:var(--quiet)}
h1{margin:1.5rem 0 .5rem;font-size:clamp(1.75rem,5vw,2.5rem);line-height:1.2}
ul{list-style:none;margin:2rem 0;padding:0;border-top:1px solid var(--line)}
li{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:.85rem 0;border-bottom:1px solid var(--line)}
li a{flex:0 0 11rem;color:var(--accent);font-weight:500;text-underline-offset:.2em}
li span{flex:1 1 16rem}
li span,.quiet{color:var(--quiet)}`
