import type { ControlRoute } from '../control/control-route.ts'
import { GATEWAY_PREFIX } from '../gateway/api.ts'
import type { World } from '../world.ts'
import { type ClockForm, clockCard } from './clock-card.ts'
import { copyButton } from './copy-button.ts'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'
import { count } from './words.ts'

export function homePage(world: World, form?: ClockForm) {
  return layout(
    world,
    'home',
    'Home',
    html`<div class="intro">
<h1>The outside world, in a box</h1>
<p>Harkara reaches mail, messaging, payments and exchange rates here, over the same protocols as the real ones. Nothing
leaves this machine, and nothing is kept when the sandbox stops.</p>
${productLine(world)}
</div>
<div class="columns">
${services(world)}
${clockCard(world, form)}
</div>
${controls(world)}`,
  )
}

function productLine({ product }: World) {
  const url = product.url()
  return html`<p class="product" id="product" data-live>${
    url
      ? html`<span class="dot good"></span>Product at <a href="${url}">${url}</a>`
      : html`<span class="dot wait"></span>Waiting for the product: it registers here when it starts.`
  }</p>`
}

function services({ addresses, config, gateway, mailbox, rates }: World) {
  const { url, smtpUrl } = addresses
  return html`<section class="card" aria-labelledby="services">
<h2 id="services">What it stands in for</h2>
<ul class="services" id="service-list" data-live>
${service('Mail', smtpUrl, 'good', html`Keeps every mail. <a href="/inbox">${count(mailbox.count(), 'mail')} in the inbox</a>`)}
${service(
  'Messaging provider',
  `${url}/v18.0`,
  'wait',
  html`Checks tokens and speaks its error bodies; sending is not built yet. Phone number ${config.provider.phoneNumberId},
account ${config.provider.wabaId}. <a href="/control/provider">Script</a>, <a href="/control/provider/messages">truth log</a>`,
)}
${service(
  'Payment gateway',
  `${url}${GATEWAY_PREFIX}`,
  'good',
  html`Key ${config.gateway.keyId}. <a href="/checkout">${count(gateway.orders.size, 'order')} and ${count(gateway.subscriptions.size, 'subscription')}</a>, paid on
a checkout page. <a href="/control/gateway">Script and truth log</a>`,
)}
${service('Exchange rates', `${url}/rates`, 'good', html`One USD is ${rates.all()['INR']} INR. <a href="/rates">All rates</a>`)}
</ul>
</section>`
}

function service(name: string, address: string, dot: 'good' | 'wait', about: Html) {
  return html`<li><h3><span class="dot ${dot}"></span>${name}${dot === 'wait' && html` <small>frame only</small>`}</h3>
<p class="copyable"><code>${address}</code>${copyButton(address, `Copy the address of ${name}`)}</p><p>${about}</p></li>`
}

function controls({ controlRoutes, addresses }: World) {
  return html`<section class="card" aria-labelledby="controls">
<h2 id="controls">Control it from a test or a terminal</h2>
<ul class="controls">${controlRoutes.map((route) => control(route, addresses.url))}</ul>
</section>`
}

function control({ method, path, does, example }: ControlRoute, url: string) {
  const isLink = method === 'GET'
  return html`<li><p class="route"><span class="method">${method}</span>
${isLink ? html`<a class="path" href="${path}">${path}</a>` : html`<code class="path">${path}</code>`}<span class="does">${does}</span></p>
${example !== undefined && curl(`curl -X ${method} ${url}${path} -H 'content-type: application/json' -d '${example}'`)}</li>`
}

function curl(command: string) {
  return html`<p class="copyable curl"><code>${command}</code>${copyButton(command, 'Copy this command')}</p>`
}
