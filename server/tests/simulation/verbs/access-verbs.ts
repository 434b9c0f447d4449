import { recent, refusal, type Verb } from '../engine/verb.ts'
import { Missing } from '../model/missing.ts'
import { isLeaving, type Model } from '../model/model.ts'
import { closedOr } from './access.ts'

/** What only a vendor's administrator may do, with a body that would be accepted from one. */
const FOR_ADMINISTRATORS: readonly (readonly [string, string, unknown?])[] = [
  ['POST', '/wallet/recharge/init', { amountMinorUnit: 10_000 }],
  ['POST', '/billing/onboarding/create-order', { plan: 'SMB', cycle: 'MONTHLY' }],
  ['POST', '/billing/subscription/change', { plan: 'SMB', cycle: 'ANNUAL' }],
  ['POST', '/billing/subscription/pay'],
  ['POST', '/billing/subscription/cancel'],
  ['POST', '/billing/refund-requests', { kind: 'WALLET_EXIT', reason: 'No' }],
  ['GET', '/billing/transactions'],
  ['GET', '/billing/invoices'],
  ['GET', '/vendor/api-keys'],
]
const FOR_OPERATORS: typeof FOR_ADMINISTRATORS = [
  ['GET', '/admin/vendors'],
  ['GET', '/admin/refunds'],
  ['POST', '/admin/provider/resume'],
  ['GET', '/admin/no-such-thing'],
]

const trespass: Verb = {
  name: 'somebody tries what they may not',
  weight: 3,
  choose(model, random) {
    if (isLeaving(model)) return undefined
    const who = random.pick([...(model.team.member === 'MEMBER' ? ['member'] : []), 'admin', 'nobody', 'operator'])
    const routes = who === 'admin' ? FOR_OPERATORS : FOR_ADMINISTRATORS
    return { who, route: random.below(routes.length) }
  },
  predict(model, { who }) {
    if (who === 'member' && model.team.member !== 'MEMBER') throw new Missing('the member may do that')
    return who === 'nobody' ? refusal(401, 'UNAUTHENTICATED') : refusal(403, 'FORBIDDEN')
  },
  run(walker, args) {
    const who = args['who'] as 'member' | 'admin' | 'nobody' | 'operator'
    const routes = who === 'admin' ? FOR_OPERATORS : FOR_ADMINISTRATORS
    const [method, path, body] = routes[Number(args['route'])] ?? ['GET', '/wallet/balance']
    return walker.call(who, method, path, body)
  },
}

/** What the other vendor has made, and what one would like to do with it. */
function possessionsOf({ messaging, requests }: Model) {
  return [
    ...messaging.campaigns.flatMap(({ name }) => [
      { name, method: 'GET', path: '/campaigns/:id' },
      { name, method: 'POST', path: '/campaigns/:id/cancel' },
    ]),
    ...messaging.imports.map(({ name }) => ({ name, method: 'POST', path: '/contacts/import/:id/confirm' })),
    ...messaging.templates.map(({ name }) => ({ name, method: 'DELETE', path: '/templates/:id' })),
    ...requests.map(({ name }) => ({ name, method: 'DELETE', path: '/billing/refund-requests/:id' })),
  ]
}

/** To one vendor, what belongs to another does not exist. */
const reach: Verb = {
  name: 'vendor reaches for what is not its own',
  weight: 3,
  choose(model, random) {
    const other = model.shared.vendors.find((vendor) => vendor !== model)
    const one = other && recent(random, possessionsOf(other))
    return one && { ...one }
  },
  predict(model, args) {
    const other = model.shared.vendors.find((vendor) => vendor !== model)
    const isThere = other && possessionsOf(other).some(({ name }) => name === args['name'])
    if (!isThere) throw new Missing('there is no such thing')
    return closedOr(model, () => refusal(404, 'NOT_FOUND'))
  },
  run: (walker, { name, method, path }) =>
    walker.call('admin', String(method), String(path).replace(':id', walker.id(String(name)))),
}

export const accessVerbs: readonly Verb[] = [trespass, reach]
