import type { VendorAction, VendorActionGroup } from '@harkara/server/domain/accounts/vendor-actions'
import { VENDOR_ACTIONS } from '@harkara/server/domain/accounts/vendor-actions'
import { instantOf } from '../campaigns/schedule.ts'

/** The filters, as they are in the URL. Days are in the vendor's time zone, both included. */
export interface ActivitySearch {
  actor?: string
  action?: VendorAction
  from?: string
  to?: string
}

export const activitySearch = ({ actor, action, from, to }: Record<string, unknown>): ActivitySearch => ({
  ...(typeof actor === 'string' && actor && { actor }),
  ...(isAction(action) && { action }),
  ...(isDay(from) && { from }),
  ...(isDay(to) && { to }),
})

const isAction = (value: unknown): value is VendorAction => VENDOR_ACTIONS.some((action) => action === value)
const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

const DAY_MS = 86_400_000

/** The filters of the request. */
export const activityFilters = ({ actor, action, from, to }: ActivitySearch, timeZone: string) => ({
  actor,
  action,
  from: from && startOf(from, timeZone),
  to: to && startOf(new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10), timeZone),
})

const startOf = (day: string, timeZone: string) => instantOf(`${day}T00:00`, timeZone)?.toISOString()

export const GROUP_WORDS: Readonly<Record<VendorActionGroup, string>> = {
  SIGN_INS: 'Sign-ins',
  TEAM: 'Team',
  API_KEYS: 'API keys',
  EXPORTS: 'Exports',
  DELETIONS: 'Deletions',
  IMPORTS: 'Imports',
  CAMPAIGNS: 'Campaigns',
  SETTINGS: 'Settings',
  BILLING: 'Billing',
}

export const ACTION_WORDS: Readonly<Record<VendorAction, string>> = {
  SIGNED_IN: 'Signed in',
  PASSWORD_CHANGED: 'Password changed',
  PASSWORD_RESET: 'Password reset',
  MFA_TOTP_ENABLED: 'Authenticator app set up',
  MFA_TOTP_REMOVED: 'Authenticator app removed',
  MFA_PASSKEY_ADDED: 'Passkey added',
  MFA_PASSKEY_REMOVED: 'Passkey removed',
  MFA_RECOVERY_CODES_REPLACED: 'Recovery codes replaced',
  MFA_RECOVERY_CODE_USED: 'Recovery code used',
  MFA_RESET: 'Two-factor reset',
  MEMBER_INVITED: 'Member invited',
  INVITATION_WITHDRAWN: 'Invitation withdrawn',
  MEMBER_JOINED: 'Member joined',
  MEMBER_ROLE_CHANGED: 'Role changed',
  MEMBER_REMOVED: 'Member removed',
  API_KEY_CREATED: 'API key created',
  API_KEY_DELETED: 'API key deleted',
  API_KEY_REFUSED: 'API key refused',
  CONTACTS_EXPORTED: 'Contacts exported',
  CAMPAIGN_REPORT_EXPORTED: 'Campaign report exported',
  IMPORT_REPORT_EXPORTED: 'Import report exported',
  AUDIT_LOG_EXPORTED: 'Activity exported',
  VENDOR_EXPORT_REQUESTED: 'Export of all data requested',
  VENDOR_EXPORT_DOWNLOADED: 'Export of all data downloaded',
  CONTACT_DELETED: 'Contact deleted',
  LIST_DELETED: 'List deleted',
  TEMPLATE_DELETED: 'Template deleted',
  AUTO_REPLY_DELETED: 'Auto-reply deleted',
  IMPORT_CONFIRMED: 'Contacts imported',
  IMPORT_UNDONE: 'Import undone',
  CAMPAIGN_LAUNCHED: 'Campaign sent',
  CAMPAIGN_SCHEDULED: 'Campaign scheduled',
  CAMPAIGN_PAUSED: 'Campaign paused',
  CAMPAIGN_RESUMED: 'Campaign resumed',
  CAMPAIGN_CANCELLED: 'Campaign cancelled',
  COMPANY_UPDATED: 'Company details changed',
  MFA_REQUIRED_FOR_TEAM: 'Two-factor required for the team',
  MFA_OPTIONAL_FOR_TEAM: 'Two-factor optional for the team',
  VENDOR_SUSPENDED: 'Account suspended',
  VENDOR_UNSUSPENDED: 'Suspension lifted',
  AUTO_REPLY_CREATED: 'Auto-reply created',
  AUTO_REPLY_UPDATED: 'Auto-reply changed',
  PLAN_CANCELLED: 'Plan cancelled',
  REFUND_REQUESTED: 'Refund requested',
  WALLET_CREDITED: 'Wallet credited',
  WALLET_CORRECTED: 'Wallet corrected',
  SUBSCRIPTION_SET: 'Plan set',
  REFUND_APPROVED: 'Refund approved',
  REFUND_REJECTED: 'Refund rejected',
  REFUND_ISSUED: 'Refund issued',
  REFUND_PAID_OUT: 'Refund paid out',
}
