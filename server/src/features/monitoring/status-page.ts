import type { ServicePart, ServiceState } from '../../domain/service-status.ts'
import { brandMark } from '../../platform/brand.ts'

export function statusPage({ state, parts }: { state: ServiceState; parts: readonly ServicePart[] }, checkedAt: Date) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="60">
<title>${HEADLINES[state]} · Harkara status</title>
<link rel="stylesheet" href="/status.css">
</head>
<body>
<main>
<p class="brand">${brandMark(24)} Harkara status</p>
<h1>${HEADLINES[state]}</h1>
<ul>${parts.map(partRow).join('')}</ul>
<p class="quiet">Last checked <time datetime="${checkedAt.toISOString()}">${timeText(checkedAt)}</time>. Refreshes every minute.</p>
</main>
</body>
</html>`
}

const HEADLINES: Record<ServiceState, string> = {
  OPERATIONAL: 'All systems operational',
  DELAYED: 'Some services are delayed',
  STOPPED: 'Sending is paused. Queued messages will be sent later.',
}

const WORDS: Record<ServiceState, string> = { OPERATIONAL: 'operational', DELAYED: 'delayed', STOPPED: 'stopped' }

const partRow = ({ name, state }: ServicePart) =>
  `<li><span>${name}</span><strong class="${state.toLowerCase()}">${WORDS[state]}</strong></li>`

const timeText = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

export const statusStyle = `:root{color-scheme:light dark;--ink:light-dark(#1a1d21,#e8eaed);--quiet:light-dark(#5f6670,#9aa2ad);
--line:light-dark(#dfe3e8,#343a41);--paper:light-dark(#fff,#15181b);--good:light-dark(#146c2e,#6dd58c);
--wait:light-dark(#8a5300,#f6bf26);--wrong:light-dark(#b3261e,#f2b8b5)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,'Segoe UI',sans-serif}
main{max-width:40rem;margin:0 auto;padding:clamp(2rem,8vh,6rem) 1.25rem}
.brand{display:flex;align-items:center;gap:.5rem;font-weight:600;margin:0}
h1{margin:1.5rem 0 .5rem;font-size:clamp(1.6rem,5vw,2.2rem);line-height:1.25}
ul{list-style:none;margin:2rem 0;padding:0;border-top:1px solid var(--line)}
li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;padding:.85rem 0;border-bottom:1px solid var(--line)}
strong{margin-left:auto;font-weight:500}
strong::before{content:'';display:inline-block;width:.6rem;height:.6rem;margin-right:.5rem;border-radius:50%;background:currentColor}
.operational{color:var(--good)}.delayed{color:var(--wait)}.stopped{color:var(--wrong)}
.quiet{color:var(--quiet)}`
