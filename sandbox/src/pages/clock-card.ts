import type { SandboxState } from '../sandbox-state.ts'
import { dateTime, duration } from './format.ts'
import { html } from './html.ts'

/** The submitted values and the error, so that the form can show both again after a rejected submission. */
export interface ClockForm {
  amount: string
  unitSeconds: string
  problem: string
}

const UNITS = { Minutes: 60, Hours: 3_600, Days: 86_400 }

export function clockCard({ clock, product }: SandboxState, form?: ClockForm) {
  const now = clock.now()
  const offset = clock.offsetSeconds()
  return html`<section class="card" aria-labelledby="clock-title">
<h2 id="clock-title">Clock</h2>
<p class="now" id="now" data-live><time datetime="${now.toISOString()}" data-tick>${dateTime(now)}</time>
<span>${offset > 0 ? `${duration(offset)} ahead of real time` : 'Same as real time'}</span></p>
<p>Advancing the clock affects every running process: tokens expire and reminders become due. It cannot be moved back.</p>
${form && html`<p class="problem" role="alert">${form.problem}</p>`}
<div class="moves">${quick(1, 3_600, '1 hour')}${quick(1, 86_400, '1 day')}${quick(30, 86_400, '30 days')}</div>
<form method="post" action="/clock" class="custom">
<label>Amount <input name="amount" type="number" inputmode="numeric" min="1" step="1" required value="${form?.amount ?? '7'}"></label>
<label>Unit <select name="unitSeconds">${Object.entries(UNITS).map(([label, seconds]) => option(label, seconds, form))}</select></label>
<button>Advance clock</button>
</form>
${product.url() === undefined && html`<p class="hint">The clock can be advanced once Harkara has registered.</p>`}
</section>`
}

function quick(amount: number, unitSeconds: number, label: string) {
  return html`<form method="post" action="/clock"><input type="hidden" name="amount" value="${amount}">
<input type="hidden" name="unitSeconds" value="${unitSeconds}"><button aria-label="Advance clock by ${label}">+${label}</button></form>`
}

function option(label: string, seconds: number, form?: ClockForm) {
  const isChosen = (form?.unitSeconds ?? '86400') === String(seconds)
  return html`<option value="${seconds}"${isChosen && html` selected`}>${label}</option>`
}
