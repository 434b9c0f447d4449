import { MONEY_ROLES, OPERATOR_ROLES, type OperatorRole } from './operator-role.ts'

interface Action {
  action: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/**
 * Actions of one operator with which the approval by a second one could be evaded. The other owners are told, because
 * nobody reads an audit log every day.
 */
export function isToldToOwners({ action, before, after }: Action): boolean {
  if (action === 'OPERATOR_INVITED') return isMoneyRole(after['role'])
  if (action === 'OPERATOR_CHANGED') return isMoneyRole(after['role']) && rank(after['role']) > rank(before['role'])
  return action === 'OPERATOR_CONFIRMED' || action === 'EXCHANGE_RATE_SET'
}

const isMoneyRole = (role: unknown) => MONEY_ROLES.includes(role as OperatorRole)
const rank = (role: unknown) => -OPERATOR_ROLES.indexOf(role as OperatorRole)
