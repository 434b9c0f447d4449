import type { SandboxState } from '../sandbox-state.ts'
import { dateTime, duration } from './format.ts'
import { type Html, html } from './html.ts'

type Place = 'home' | 'inbox' | 'checkout'

/** The layout of every page. The page's script refreshes elements marked `data-live` in place. */
export function layout(state: SandboxState, place: Place, title: string, content: Html, head: Html = html``) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Harkara sandbox</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/base.css">
<link rel="stylesheet" href="/assets/${place}.css">
<script src="/assets/sandbox.js" type="module"></script>
${head}
</head>
<body class="${place}">
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
<a class="brand" href="/"><span class="mark" aria-hidden="true"></span>Harkara <span>sandbox</span></a>
<nav aria-label="Pages">${link('/', 'Home', place === 'home')}${link('/inbox', 'Inbox', place === 'inbox')}
${link('/checkout', 'Payments', place === 'checkout')}</nav>
${clock(state)}
</header>
<main id="main">${content}</main>
</body>
</html>
`
}

function link(href: string, label: string, isHere: boolean) {
  return html`<a class="place" href="${href}"${isHere && html` aria-current="page"`}>${label}</a>`
}

function clock({ clock }: SandboxState) {
  const now = clock.now()
  const offset = clock.offsetSeconds()
  return html`<p class="clock" id="clock" data-live title="Clock of the product, used for emails and webhooks.">
<time datetime="${now.toISOString()}" data-tick>${dateTime(now)}</time>
${offset > 0 && html`<span class="moved">${duration(offset)} ahead</span>`}</p>`
}
