import type { OperatorRole } from '@harkara/server/domain/accounts/operator-role'
import { t } from '../../../format/translate.ts'
import { CYCLE_NAMES, PLAN_NAMES, STATES } from '../../billing/display-names.ts'
import { APPROVAL_STATUSES, type Approval, lostRight } from '../approvals/approvals.ts'
import { ROLES } from '../operators/operator-roles.ts'
import { PAYMENT_STATES, paymentReason } from '../payments/payments.ts'
import { PRICE_CATEGORIES } from '../pricing/price-categories.ts'
import { REFUND_BASES, REFUND_STATES, type Refund } from '../refunds/refunds.ts'

type Words = Readonly<Record<string, string>>

const secondOf = (names: Readonly<Record<string, readonly [unknown, string]>>): Words =>
  Object.fromEntries(Object.entries(names).map(([code, [, word]]) => [code, word]))

const APPROVAL_KINDS: Record<Approval['kind'], string> = {
  WALLET_CREDIT: t('Wallet credit'),
  WALLET_CORRECTION: t('Wallet correction'),
  REFUND: t('Refund'),
  PAYOUT: t('Payout'),
  PAYMENT_REFUND: t('Refund of an unmatched payment'),
  PAYMENT_CREDIT: t('Credit of an unmatched payment'),
  EXCHANGE_RATE: t('Exchange rate'),
}

const REFUND_KINDS: Record<Refund['kind'], string> = {
  INVOICE: t('Invoice'),
  WALLET_EXIT: t('Account closure'),
}

const roleNames = Object.fromEntries(
  (Object.keys(ROLES) as OperatorRole[]).map((role) => [role, ROLES[role].label]),
) as Words

/** Of what entries are about: vendors, operators, dead letters, approvals, refunds and subscriptions. */
const STATUSES: Words = {
  SUSPENDED: t('Suspended'),
  INVITED: t('Invited'),
  OPEN: t('Open'),
  REPLAYED: t('Replayed'),
  CLOSED: t('Closed'),
  ...secondOf(APPROVAL_STATUSES),
  ...secondOf(REFUND_STATES),
  ...secondOf(STATES),
}

/** The words of codes, by the name of the detail. */
const WORDS: Readonly<Record<string, Words>> = {
  basis: REFUND_BASES,
  category: PRICE_CATEGORIES,
  cycle: CYCLE_NAMES,
  kind: { ...APPROVAL_KINDS, ...REFUND_KINDS },
  list: {
    transactions: t('Transactions'),
    payments: t('Payments'),
    orders: t('Orders'),
    invoices: t('Invoices'),
    'credit-notes': t('Credit notes'),
    refunds: t('Refunds'),
    campaigns: t('Campaigns'),
  },
  plan: PLAN_NAMES,
  role: roleNames,
  state: secondOf(PAYMENT_STATES),
  status: STATUSES,
  type: { CREDIT: t('Credit'), BONUS: t('Bonus') },
}

/** The word of a code. Other texts are as they were recorded. */
export function wordOf(name: string, text: string): string {
  if (name === 'reason') return lostRight(text) ?? text
  if (name === 'unplacedReason') return paymentReason({ reason: text })
  return WORDS[name]?.[text] ?? text
}
