import { MONEY_ROLES, OPERATOR_ROLES, type OperatorRole, OWNER_ROLES } from '../../../domain/accounts/operator-role.ts'

type Roles = readonly OperatorRole[]

/** Every role may read; a list as CSV is an export. */
const READ: Roles = OPERATOR_ROLES
const READ_AND_EXPORT = { roles: READ, csvRoles: MONEY_ROLES } as const
const MONEY = MONEY_ROLES
const OWNER = OWNER_ROLES

/**
 * Which operators may use which route. A route for operators that is not listed here cannot be registered. The OpenAPI
 * document shows the roles as `x-operator-roles`.
 */
export const OPERATOR_ROUTES: Readonly<Record<string, Roles | { roles: Roles; csvRoles: Roles }>> = {
  'GET /admin/approvals': READ,
  'GET /admin/approvals/:id': READ,
  'POST /admin/approvals/:id/approve': MONEY,
  'POST /admin/approvals/:id/reject': MONEY,
  'GET /admin/audit': READ,
  'GET /admin/billing': READ,
  'GET /admin/dashboard': READ,
  'GET /admin/dead-letters': READ,
  'GET /admin/dead-letters/:id': READ,
  'POST /admin/dead-letters/:id/close': MONEY,
  'POST /admin/dead-letters/:id/replay': MONEY,
  'GET /admin/exchange-rates': READ,
  'PUT /admin/exchange-rates': MONEY,
  'GET /admin/imports/flagged': READ,
  'POST /admin/mfa/reset': OWNER,
  'GET /admin/operators': READ,
  'POST /admin/operators': OWNER,
  'PATCH /admin/operators/:id': OWNER,
  'DELETE /admin/operators/:id': OWNER,
  'POST /admin/operators/:id/confirm': OWNER,
  'GET /admin/payments': READ,
  'GET /admin/payments/:gatewayPaymentId': READ,
  'POST /admin/payments/:gatewayPaymentId/credit': MONEY,
  'POST /admin/payments/:gatewayPaymentId/refund': MONEY,
  'GET /admin/platform-fees': READ,
  'POST /admin/platform-fees': MONEY,
  'GET /admin/pricing': READ,
  'POST /admin/pricing': MONEY,
  'POST /admin/pricing/:id/withdraw': MONEY,
  'GET /admin/pricing-tiers': READ,
  'POST /admin/pricing-tiers': MONEY,
  'GET /admin/provider': READ,
  'GET /admin/provider/discrepancies': READ,
  'GET /admin/provider/events': READ,
  'POST /admin/provider/resume': OWNER,
  'POST /admin/provider/stop': OWNER,
  // Shows the numbers and texts of people who wrote.
  'GET /admin/provider/unassigned': OWNER,
  'GET /admin/refunds': READ,
  'POST /admin/refunds': MONEY,
  'GET /admin/refunds/:id': READ,
  'POST /admin/refunds/:id/approve': MONEY,
  'POST /admin/refunds/:id/paid-out': MONEY,
  'POST /admin/refunds/:id/reject': MONEY,
  'GET /admin/vendors': READ,
  'GET /admin/vendors/:id': READ,
  'GET /admin/vendors/:id/campaigns': READ_AND_EXPORT,
  'GET /admin/vendors/:id/credit-notes': READ_AND_EXPORT,
  'GET /admin/vendors/:id/credit-notes/:documentId/pdf': READ,
  'GET /admin/vendors/:id/invoices': READ_AND_EXPORT,
  'GET /admin/vendors/:id/invoices/:documentId/pdf': READ,
  'GET /admin/vendors/:id/ledger/verify': READ,
  'GET /admin/vendors/:id/orders': READ_AND_EXPORT,
  'GET /admin/vendors/:id/payments': READ_AND_EXPORT,
  'GET /admin/vendors/:id/pricing': READ,
  'PUT /admin/vendors/:id/pricing': MONEY,
  'GET /admin/vendors/:id/refunds': READ_AND_EXPORT,
  'PUT /admin/vendors/:id/subscription': MONEY,
  'POST /admin/vendors/:id/suspend': OWNER,
  'GET /admin/vendors/:id/transactions': READ_AND_EXPORT,
  'POST /admin/vendors/:id/unsuspend': OWNER,
  'POST /admin/wallet/corrections': MONEY,
  'POST /admin/wallet/credit': MONEY,
}

/** Undefined for a route that is not listed. A HEAD request reads what its GET reads. */
export function operatorRolesOf(method: string | string[], path: string) {
  const [first = ''] = [method].flat()
  const listed = OPERATOR_ROUTES[`${first === 'HEAD' ? 'GET' : first} ${path}`]
  if (listed === undefined) return undefined
  return 'roles' in listed ? listed : { roles: listed, csvRoles: listed }
}
