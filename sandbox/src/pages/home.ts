import type { ControlRoute } from '../control/control-route.ts'
import { GATEWAY_PREFIX } from '../gateway/api.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { type ClockForm, clockCard } from './clock-card.ts'
import { copyButton } from './copy-button.ts'
import { pluralize } from './format.ts'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'

export function homePage(state: SandboxState, form?: ClockForm) {
  return layout(
    state,
    'home',
    'Home',
    html`<div class="intro">
<h1>Harkara sandbox</h1>
<p>Local stand-ins for email, the messaging provider, the payment gateway and exchange rates, with the same protocols as
the real services. No data leaves this machine, and all data is lost when the sandbox stops.</p>
${productLine(state)}
</div>
<div class="columns">
${services(state)}
${clockCard(state, form)}
</div>
${controls(state)}`,
  )
}

function productLine({ product }: SandboxState) {
  const url = product.url()
  return html`<p class="product" id="product" data-live>${
    url
      ? html`<span class="dot good"></span>Harkara is running at <a href="${url}">${url}</a>`
      : html`<span class="dot wait"></span>Waiting for Harkara to start. It registers here automatically.`
  }</p>`
}

function services({ addresses, config, gateway, mailbox, rates }: SandboxState) {
  const { url, smtpUrl } = addresses
  return html`<section class="card" aria-labelledby="services">
<h2 id="services">Simulated services</h2>
<ul class="services" id="service-list" data-live>
${service('Email', smtpUrl, html`Stores every email. <a href="/inbox">${pluralize(mailbox.count(), 'email')} in the inbox</a>`)}
${service(
  'Messaging provider',
  `${url}/v18.0`,

  html`Sends messages, status updates and template reviews. Phone number id ${config.provider.phoneNumberId},
account id ${config.provider.wabaId}. <a href="/control/provider">Behaviour script</a>, <a href="/control/provider/messages">accepted messages</a>`,
)}
${service(
  'Payment gateway',
  `${url}${GATEWAY_PREFIX}`,
  html`Key id ${config.gateway.keyId}. <a href="/checkout">${pluralize(gateway.orders.size, 'order')} and ${pluralize(gateway.subscriptions.size, 'subscription')}</a>, paid on
a checkout page. <a href="/control/gateway">Behaviour script and log</a>`,
)}
${service('Exchange rates', `${url}/rates`, html`1 USD = ${rates.all()['INR']} INR. <a href="/rates">All rates</a>`)}
</ul>
</section>`
}

function service(name: string, address: string, about: Html) {
  return html`<li><h3><span class="dot good"></span>${name}</h3>
<p class="copyable"><code>${address}</code>${copyButton(address, `Copy the ${name} address`)}</p><p>${about}</p></li>`
}

function controls({ controlRoutes, addresses }: SandboxState) {
  return html`<section class="card" aria-labelledby="controls">
<h2 id="controls">Control API for tests and scripts</h2>
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
