import type { ApiScope } from '@harkara/server/domain/accounts/api-scopes'
import { t } from '../../format/translate.ts'
import { instantOf } from '../campaigns/schedule.ts'

export const API_KEYS = ['api-keys']

/** What each scope allows, in the words of the portal. */
export const SCOPE_WORDS: Readonly<Record<ApiScope, string>> = {
  'contacts:read': t('View contacts, lists and imports'),
  'contacts:write': t('Import, edit and delete contacts'),
  'templates:read': t('View templates'),
  'templates:write': t('Create, edit and delete templates'),
  'campaigns:read': t('View campaigns and quotations'),
  'campaigns:write': t('Send, pause and cancel campaigns'),
  'messages:read': t('View messages and conversations'),
  'messages:write': t('Send replies and test messages'),
  'billing:read': t('View balance, plan and prices'),
  'vendor:read': t('View company details and dashboard'),
  'vendor:write': t('Mark notifications as read, contact support'),
}

export const EXPIRY_CHOICES = [
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In 1 year') },
  { value: 'date', label: t('On a date') },
  { value: 'never', label: t('Never') },
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
