import { expand, sweepCampaigns } from './campaigns.ts'
import { runImports } from './contacts.ts'
import { dispatchCampaigns, dispatchSingles } from './dispatch.ts'
import { handleInbound, handleWebhooks } from './gateway-events.ts'
import { mayNotSend, refreshRates } from './launch.ts'
import type { Model, Shared } from './model.ts'
import { checkOrders } from './payments.ts'
import { taxAt } from './prices.ts'
import { handleReports } from './provider.ts'
import { processRequest } from './refunds.ts'
import { sweepSingles } from './singles.ts'
import { catchUp, statusOf, sweepSubscriptions } from './subscription.ts'

/** Everything that happens in the background, in the order in which the simulated world does it. */
export function settle(shared: Shared) {
  for (const vendor of shared.vendors) catchUp(vendor)
  for (const vendor of shared.vendors) refreshRates(vendor)
  handleInbound(shared)
  handleReports(shared.provider)
  for (const phase of PHASES) for (const vendor of shared.vendors) phase(vendor)
}

const PHASES = [
  handleWebhooks,
  runJobs,
  checkOrders,
  sweepSubscriptions,
  sweepSingles,
  sweepCampaigns,
  dispatchSingles,
  dispatchCampaigns,
  sweepCampaigns,
  runJobs,
] as const

export function runJobs(model: Model) {
  for (let found = true; found; ) {
    const requests = model.requests.filter(({ jobDue }) => jobDue !== null && jobDue <= model.now)
    const followed = model.mandateJobs.splice(0)
    for (const request of requests)
      processRequest(model, request, (payment) => model.refundAnswers[payment] ?? 'processed')
    for (const payment of model.payments) if (payment.state === 'REFUNDING') payment.state = 'REFUNDED'
    mailInvitations(model)
    expand(model)
    runImports(model)
    for (const no of followed) followMandate(model, no)
    found = requests.length > 0 || followed.length > 0
  }
}

/** Without a plan nobody is invited: an invitation whose mail was not sent by then is withdrawn. */
function mailInvitations(model: Model) {
  for (const one of model.team.invitations) {
    if (!one.isOpen || one.isMailed) continue
    if (mayNotSend(model)) one.isOpen = false
    else one.isMailed = true
  }
}

/** Gives up mandates that no longer fit, and asks for one where the plan renews. */
function followMandate(model: Model, no: number) {
  for (const mandate of model.mandates) if (mandate.subscription === no && mandate.replaced) mandate.closed = true
  const sub = model.subscriptions[no - 1]
  if (!sub || model.mandates.some((one) => one.subscription === no && !one.replaced)) return
  const status = statusOf(sub, model.now)
  if (status === 'CANCELLED' || status === 'TRIAL' || sub.cancelAtEnd || sub.end <= model.now) return
  model.mandates.push({
    name: `mandate-${model.mandates.length + 1}`,
    subscription: no,
    base: sub.price,
    amount: sub.price + taxAt(model.place, sub.price),
    cycle: sub.cycle,
    startAt: Math.floor(sub.end / 1_000) * 1_000,
    replaced: false,
    closed: false,
  })
}
