import type { Verb } from '../engine/verb.ts'
import { accessVerbs } from './access-verbs.ts'
import { campaignVerbs } from './campaign-verbs.ts'
import { clockVerbs } from './clock-verbs.ts'
import { contactVerbs } from './contact-verbs.ts'
import { operatorVerbs } from './operator-verbs.ts'
import { paymentVerbs } from './payment-verbs.ts'
import { planVerbs } from './plan-verbs.ts'
import { priceVerbs } from './price-verbs.ts'
import { refundVerbs } from './refund-verbs.ts'

export const VERBS: readonly Verb[] = [
  ...planVerbs,
  ...paymentVerbs,
  ...refundVerbs,
  ...operatorVerbs,
  ...contactVerbs,
  ...campaignVerbs,
  ...priceVerbs,
  ...accessVerbs,
  ...clockVerbs,
]

const names = (...lists: (readonly Verb[])[]): ReadonlySet<string> => new Set(lists.flat().map(({ name }) => name))

/** What a walk may be about: verbs of the other subject are left out of it. Payments and the clock belong to both. */
export const SUBJECTS = [
  { isAboutMessages: false, leftOut: names(contactVerbs, campaignVerbs, priceVerbs) },
  { isAboutMessages: true, leftOut: names(refundVerbs, operatorVerbs) },
  { isAboutMessages: true, leftOut: names() },
] as const
