import type { LinkProps } from '@tanstack/react-router'
import { t } from '../../format/translate.ts'

/** Something to go to or to start. */
export interface Command {
  label: string
  path: string
  /** The second key after `g`. */
  key?: string
  /** Other words by which it is found. */
  words?: string
  isAdminOnly?: boolean
}

export const toCommand = (path: string) => ({ to: path as LinkProps['to'] })

export const VENDOR_PAGES: readonly Command[] = [
  { label: t('Home'), path: '/', key: 'h', words: t('dashboard') },
  { label: t('Contacts'), path: '/contacts', key: 'c', words: t('people') },
  { label: t('Imports'), path: '/imports', key: 'i' },
  { label: t('Contact lists'), path: '/lists', key: 'l', words: t('audience') },
  { label: t('Labels'), path: '/contacts/labels', words: t('tags') },
  { label: t('Templates'), path: '/templates', key: 't' },
  { label: t('Campaigns'), path: '/campaigns', key: 'm', words: t('messages') },
  { label: t('Inbox'), path: '/inbox', key: 'r', words: t('replies conversations') },
  { label: t('Wallet'), path: '/wallet', key: 'w', words: t('balance transactions') },
  { label: t('Plan'), path: '/billing/plan', key: 'b', words: t('billing subscription') },
  { label: t('Invoices'), path: '/billing/invoices', isAdminOnly: true, words: t('billing receipts') },
  { label: t('Refunds'), path: '/billing/refunds', isAdminOnly: true, words: t('billing') },
  { label: t('Company'), path: '/settings/company', key: 's', words: t('settings') },
  { label: t('Team'), path: '/settings/team', isAdminOnly: true, words: t('members settings') },
  { label: t('API keys'), path: '/settings/api-keys', isAdminOnly: true, words: t('settings developers') },
  { label: t('Auto-replies'), path: '/settings/auto-replies', words: t('settings') },
  { label: t('Notifications'), path: '/settings/notifications', words: t('settings') },
  { label: t('Activity'), path: '/settings/activity', isAdminOnly: true, words: t('audit log settings') },
  { label: t('Account and sessions'), path: '/settings/account', words: t('password two-factor passkeys settings') },
]

export const VENDOR_ACTIONS: readonly Command[] = [
  { label: t('Create campaign'), path: '/campaigns/new', words: t('send message new') },
  { label: t('Import contacts'), path: '/imports/new', words: t('upload csv excel new') },
  { label: t('Create template'), path: '/templates/new', words: t('message new') },
  { label: t('Add funds'), path: '/wallet', isAdminOnly: true, words: t('recharge top up pay') },
]

export const OPERATOR_PAGES: readonly Command[] = [
  { label: t('Dashboard'), path: '/admin', key: 'h' },
  { label: t('Vendors'), path: '/admin/vendors', key: 'v', words: t('companies') },
  { label: t('Billing'), path: '/admin/billing', key: 'b', words: t('plans subscriptions') },
  { label: t('Refunds'), path: '/admin/refunds', key: 'r' },
  { label: t('Payments'), path: '/admin/payments', key: 'p', words: t('unmatched') },
  { label: t('Approvals'), path: '/admin/approvals', key: 'a' },
  { label: t('Pricing'), path: '/admin/pricing', key: 'm', words: t('rates tiers fees') },
  { label: t('Dead letters'), path: '/admin/dead-letters', key: 'd', words: t('failed jobs webhooks') },
  { label: t('Provider'), path: '/admin/provider', key: 'w', words: t('health events') },
  { label: t('Flagged imports'), path: '/admin/flagged-imports', key: 'i' },
  { label: t('Operators'), path: '/admin/operators', key: 'o' },
  { label: t('Audit'), path: '/admin/audit', key: 'l', words: t('log') },
  { label: t('Account and sessions'), path: '/admin/account', words: t('password two-factor') },
]

/** All words that were typed must begin a word of the command. */
export function matches({ label, words = '' }: Command, typed: string): boolean {
  const own = `${label} ${words}`.toLowerCase().split(/[\s-]+/)
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => own.some((mine) => mine.startsWith(word)))
}
