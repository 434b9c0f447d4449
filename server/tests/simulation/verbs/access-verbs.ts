import { refusal, type Verb } from '../engine/verb.ts'

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
    if (model.status !== 'ACTIVE') return undefined
    const who = random.pick(['member', 'admin', 'nobody', 'operator'])
    const routes = who === 'admin' ? FOR_OPERATORS : FOR_ADMINISTRATORS
    return { who, route: random.below(routes.length) }
  },
  predict: (_model, { who }) => (who === 'nobody' ? refusal(401, 'UNAUTHENTICATED') : refusal(403, 'FORBIDDEN')),
  run(walker, args) {
    const who = args['who'] as 'member' | 'admin' | 'nobody' | 'operator'
    const routes = who === 'admin' ? FOR_OPERATORS : FOR_ADMINISTRATORS
    const [method, path, body] = routes[Number(args['route'])] ?? ['GET', '/wallet/balance']
    return walker.call(who, method, path, body)
  },
}

export const accessVerbs: readonly Verb[] = [trespass]
