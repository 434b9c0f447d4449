import { formatMoney } from '../money/money.ts'

export interface NotificationText {
  title: string
  paragraphs: string[]
  /** The portal page to continue with. */
  action: { label: string; path: string }
}

export const money = (minorUnits: number, currency: string) => formatMoney(BigInt(minorUnits), currency)

/** 22 November 2026 at 6:30 pm */
export const instant = (iso: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(iso))

export const INVOICES = { label: 'View invoices', path: '/billing/invoices' }
export const PLAN = { label: 'View plan', path: '/billing/plan' }
export const WALLET = { label: 'View wallet', path: '/wallet' }
export const PAY = { label: 'Pay now', path: '/billing/plan' }
export const TEMPLATES = { label: 'View templates', path: '/templates' }
export const REFUNDS = { label: 'View refunds', path: '/billing/refunds' }

const PLAN_NAMES: Readonly<Record<string, string>> = { SMB: 'SMB', ENTERPRISE: 'Enterprise', CUSTOM: 'custom' }
const CYCLE_NAMES: Readonly<Record<string, string>> = { MONTHLY: 'monthly', QUARTERLY: 'quarterly', ANNUAL: 'annual' }
export const planName = (plan: string) => PLAN_NAMES[plan] ?? plan
export const cycleName = (cycle: string) => CYCLE_NAMES[cycle] ?? cycle
