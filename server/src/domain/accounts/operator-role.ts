/** OWNER: everything. FINANCE: money, refunds and exports. SUPPORT: reads, without personal data of contacts. */
export const OPERATOR_ROLES = ['OWNER', 'FINANCE', 'SUPPORT'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/** Both operators of an approval need one of these. */
export const MONEY_ROLES: readonly OperatorRole[] = ['OWNER', 'FINANCE']
export const OWNER_ROLES: readonly OperatorRole[] = ['OWNER']

interface OperatorAccess {
  id: string
  role: OperatorRole
  isDisabled: boolean
}

/** Whether somebody could still manage the operators. */
export const hasOwner = (operators: readonly OperatorAccess[]) =>
  operators.some(({ role, isDisabled }) => role === 'OWNER' && !isDisabled)
