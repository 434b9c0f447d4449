import type { Verb } from '../engine/verb.ts'
import { accessVerbs } from './access-verbs.ts'
import { addressBookVerbs } from './address-book-verbs.ts'
import { agreedPlanVerbs } from './agreed-plan-verbs.ts'
import { campaignVerbs } from './campaign-verbs.ts'
import { clockVerbs } from './clock-verbs.ts'
import { contactVerbs } from './contact-verbs.ts'
import { deadLetterVerbs } from './dead-letter-verbs.ts'
import { importVerbs } from './import-verbs.ts'
import { messageVerbs } from './message-verbs.ts'
import { operatorVerbs } from './operator-verbs.ts'
import { paymentVerbs } from './payment-verbs.ts'
import { planVerbs } from './plan-verbs.ts'
import { priceVerbs } from './price-verbs.ts'
import { providerVerbs } from './provider-verbs.ts'
import { refundVerbs } from './refund-verbs.ts'
import { scheduleVerbs } from './schedule-verbs.ts'
import { suspensionVerbs } from './suspension-verbs.ts'
import { teamVerbs } from './team-verbs.ts'

export const VERBS: readonly Verb[] = [
  ...planVerbs,
  ...paymentVerbs,
  ...refundVerbs,
  ...operatorVerbs,
  ...deadLetterVerbs,
  ...addressBookVerbs,
  ...importVerbs,
  ...contactVerbs,
  ...campaignVerbs,
  ...scheduleVerbs,
  ...messageVerbs,
  ...providerVerbs,
  ...priceVerbs,
  ...accessVerbs,
  ...suspensionVerbs,
  ...teamVerbs,
  ...agreedPlanVerbs,
  ...clockVerbs,
]

const names = (...lists: (readonly Verb[])[]): ReadonlySet<string> => new Set(lists.flat().map(({ name }) => name))

const aboutMessages = [
  addressBookVerbs,
  importVerbs,
  contactVerbs,
  campaignVerbs,
  scheduleVerbs,
  messageVerbs,
  providerVerbs,
  priceVerbs,
]
/** Whoever sends may want to leave in the middle of it. */
const aboutMoney = [refundVerbs.filter(({ name }) => name !== 'ask to leave'), operatorVerbs, deadLetterVerbs]

/** What a walk may be about: verbs of other subjects are left out of it. Payments and the clock belong to all. */
export const SUBJECTS = [
  { isAboutMessages: false, leftOut: names(...aboutMessages) },
  { isAboutMessages: true, leftOut: names(...aboutMoney, teamVerbs) },
  { isAboutMessages: true, leftOut: names(...aboutMoney, addressBookVerbs, importVerbs, accessVerbs, teamVerbs) },
  { isAboutMessages: true, leftOut: names() },
] as const
