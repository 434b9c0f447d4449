import type { SeededRandom } from '../../support/random/seeded-random.ts'
import { CURRENCIES, type Currency, payableStep } from '../model/currency.ts'
import type { Args } from './verb.ts'

interface Opening {
  verb: string
  args: Args
  second?: boolean
}

/** Wallets that may have another currency than the rupee. */
const OTHER_CURRENCIES = 0.35

/**
 * Most walks begin where most vendors are: with a plan, with money, with something to send. These are steps like all
 * others, so a failure that needs none of them is shrunk to none of them.
 */
export function preludeOf(random: SeededRandom, isAboutMessages: boolean, vendors: number): Opening[] {
  const steps: Opening[] = []
  for (let n = 0; n < vendors; n++) {
    const who = n > 0 ? { second: true } : {}
    for (const { verb, args } of openingsOf(random, isAboutMessages, steps.length)) steps.push({ verb, args, ...who })
  }
  return steps
}

function openingsOf(random: SeededRandom, isAboutMessages: boolean, from: number): Opening[] {
  const steps: Opening[] = []
  const add = (verb: string, args: Args) => steps.push({ verb, args })
  const last = () => `step-${from + steps.length - 1}`
  const currency: Currency = random.chance(OTHER_CURRENCIES) ? random.pick(CURRENCIES) : 'INR'
  if (currency !== 'INR') add('vendor chooses a currency', { currency })
  if (random.chance(0.85)) {
    add('onboard', { plan: random.pick(['SMB', 'ENTERPRISE']), cycle: random.pick(['MONTHLY', 'MONTHLY', 'ANNUAL']) })
    add('pay order', { order: last(), way: 'webhook' })
  }
  if (random.chance(0.75)) {
    // Now and then less than two messages cost.
    const amount = (random.chance(0.1) ? 300 : random.pick([2_000, 20_000, 300_000])) + random.below(100)
    add('recharge', { amount: amount - (amount % payableStep(currency)) })
    add('pay order', { order: last(), way: 'webhook' })
  }
  if (isAboutMessages && random.chance(0.9)) {
    add('add contacts', { count: 1 + random.below(4), country: random.pick(['IN', 'AE']), label: 'friends', from: 0 })
    add('make a list', { label: 'friends' })
    add('write a template', { category: random.pick(['MARKETING', 'UTILITY']) })
    add('provider judges a template', { template: last(), verdict: 'APPROVED' })
  }
  return steps
}
