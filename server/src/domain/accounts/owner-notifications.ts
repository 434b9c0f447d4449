import { MONEY_ROLES, OPERATOR_ROLES, type OperatorRole } from './operator-role.ts'

interface Action {
  action: string
  vendorId?: string | null
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/**
 * Actions of one operator with which the approval by a second one could be evaded, or another owner be taken over or shut
 * out. The other owners are notified, because nobody reads an audit log every day.
 */
export function mustNotifyOwners({ action, vendorId, before, after }: Action): boolean {
  if (isOwnerLost({ action, before, after })) return true
  // A reset in a vendor's team is notified to the vendor.
  if (action === 'MFA_RESET') return !vendorId
  if (action === 'OPERATOR_INVITED') return isMoneyRole(after['role'])
  if (action === 'OPERATOR_CHANGED') return isMoneyRole(after['role']) && rank(after['role']) > rank(before['role'])
  return action === 'OPERATOR_CONFIRMED' || action === 'EXCHANGE_RATE_SET'
}

export const isOwnerLost = ({ action, before, after }: Action) =>
  before['role'] === 'OWNER' &&
  (action === 'OPERATOR_REMOVED' || (before['disabled'] === false && after['disabled'] === true))

const isMoneyRole = (role: unknown) => MONEY_ROLES.includes(role as OperatorRole)
const rank = (role: unknown) => -OPERATOR_ROLES.indexOf(role as OperatorRole)
