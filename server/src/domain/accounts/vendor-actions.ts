/** What a vendor's audit log records, by subject. */
export const VENDOR_ACTION_GROUPS = {
  SIGN_INS: [
    'SIGNED_IN',
    'PASSWORD_CHANGED',
    'PASSWORD_RESET',
    'MFA_TOTP_ENABLED',
    'MFA_TOTP_REMOVED',
    'MFA_PASSKEY_ADDED',
    'MFA_PASSKEY_REMOVED',
    'MFA_RECOVERY_CODES_REPLACED',
    'MFA_RECOVERY_CODE_USED',
    'MFA_RESET',
  ],
  TEAM: ['MEMBER_INVITED', 'INVITATION_WITHDRAWN', 'MEMBER_JOINED', 'MEMBER_ROLE_CHANGED', 'MEMBER_REMOVED'],
  API_KEYS: ['API_KEY_CREATED', 'API_KEY_DELETED', 'API_KEY_REFUSED'],
  EXPORTS: [
    'CONTACTS_EXPORTED',
    'CAMPAIGN_REPORT_EXPORTED',
    'IMPORT_REPORT_EXPORTED',
    'AUDIT_LOG_EXPORTED',
    'VENDOR_EXPORT_REQUESTED',
    'VENDOR_EXPORT_DOWNLOADED',
  ],
  DELETIONS: ['CONTACT_DELETED', 'LIST_DELETED', 'TEMPLATE_DELETED', 'AUTO_REPLY_DELETED', 'IMPORT_UNDONE'],
  CAMPAIGNS: ['CAMPAIGN_LAUNCHED', 'CAMPAIGN_SCHEDULED', 'CAMPAIGN_PAUSED', 'CAMPAIGN_RESUMED', 'CAMPAIGN_CANCELLED'],
  SETTINGS: [
    'COMPANY_UPDATED',
    'MFA_REQUIRED_FOR_TEAM',
    'MFA_OPTIONAL_FOR_TEAM',
    'VENDOR_SUSPENDED',
    'VENDOR_UNSUSPENDED',
    'AUTO_REPLY_CREATED',
    'AUTO_REPLY_UPDATED',
  ],
  BILLING: [
    'PLAN_CANCELLED',
    'REFUND_REQUESTED',
    'WALLET_CREDITED',
    'WALLET_CORRECTED',
    'SUBSCRIPTION_SET',
    'REFUND_APPROVED',
    'REFUND_REJECTED',
    'REFUND_ISSUED',
    'REFUND_PAID_OUT',
  ],
} as const

export type VendorActionGroup = keyof typeof VENDOR_ACTION_GROUPS
export type VendorAction = (typeof VENDOR_ACTION_GROUPS)[VendorActionGroup][number]
export const VENDOR_ACTIONS: readonly VendorAction[] = Object.values(VENDOR_ACTION_GROUPS).flat()

/**
 * Actions of operators that the vendor sees, as done by Harkara. Everything else of theirs is internal, and so are the
 * operator and the reason.
 */
export const OPERATOR_ACTIONS_SHOWN: ReadonlySet<string> = new Set<VendorAction>([
  'WALLET_CREDITED',
  'WALLET_CORRECTED',
  'SUBSCRIPTION_SET',
  'REFUND_APPROVED',
  'REFUND_REJECTED',
  'REFUND_ISSUED',
  'REFUND_PAID_OUT',
  'MFA_RESET',
  'VENDOR_SUSPENDED',
  'VENDOR_UNSUSPENDED',
])
export const OPERATOR_DETAILS_SHOWN: readonly string[] = ['amountMinorUnit', 'currency', 'type', 'plan', 'status']
