import type { World } from '../world.ts'
import { type Html, html } from './html.ts'
import { dateTime, span } from './words.ts'

type Place = 'home' | 'inbox' | 'checkout'

/** The frame of every page. Elements marked `data-live` are renewed in place by the page's script. */
export function layout(world: World, place: Place, title: string, content: Html, head: Html = html``) {
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
${clock(world)}
</header>
<main id="main">${content}</main>
</body>
</html>
`
}

function link(href: string, label: string, isHere: boolean) {
  return html`<a class="place" href="${href}"${isHere && html` aria-current="page"`}>${label}</a>`
}

function clock({ clock }: World) {
  const now = clock.now()
  const offset = clock.offsetSeconds()
  return html`<p class="clock" id="clock" data-live title="Product time. Mails and webhooks are stamped with it.">
<time datetime="${now.toISOString()}" data-tick>${dateTime(now)}</time>
${offset > 0 && html`<span class="moved">${span(offset)} ahead</span>`}</p>`
}
