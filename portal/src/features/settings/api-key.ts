import type { ApiScope } from '@harkara/server/domain/accounts/api-scopes'
import { instantOf } from '../campaigns/schedule.ts'

export const API_KEYS = ['api-keys']

/** What each scope allows, in the words of the portal. */
export const SCOPE_WORDS: Readonly<Record<ApiScope, string>> = {
  'contacts:read': 'View contacts, lists and imports',
  'contacts:write': 'Import, edit and delete contacts',
  'templates:read': 'View templates',
  'templates:write': 'Create, edit and delete templates',
  'campaigns:read': 'View campaigns and quotations',
  'campaigns:write': 'Send, pause and cancel campaigns',
  'messages:read': 'View messages and conversations',
  'messages:write': 'Send replies and test messages',
  'billing:read': 'View balance, plan and prices',
  'vendor:read': 'View company details and dashboard',
  'vendor:write': 'Mark notifications as read, contact support',
}

export const EXPIRY_CHOICES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
  { value: 'date', label: 'On a date' },
  { value: 'never', label: 'Never' },
]

export interface KeyForm extends Record<string, unknown> {
  name: string
  access: 'limited' | 'full'
  scopes: ApiScope[]
  expiry: string
  /** For `On a date`: the last day, in the vendor's time zone. */
  expiresAt: string
  allowedIps: string
}

/** The body of the request. */
export const keyOf = (values: KeyForm, timeZone: string, now: Date) => ({
  name: values.name,
  ...(values.access === 'limited' && { scopes: values.scopes }),
  ...(values.expiry !== 'never' && { expiresAt: expiryOf(values, timeZone, now)?.toISOString() }),
  ...(values.allowedIps.trim() && { allowedIps: values.allowedIps.trim().split(/[\s,]+/) }),
})

const DAY_MS = 86_400_000

/** Undefined if no date is entered. */
export function expiryOf({ expiry, expiresAt }: Pick<KeyForm, 'expiry' | 'expiresAt'>, timeZone: string, now: Date) {
  if (expiry === 'date') return instantOf(`${expiresAt}T23:59`, timeZone)
  return new Date(now.getTime() + Number(expiry) * DAY_MS)
}
