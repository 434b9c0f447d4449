import type { OperatorRole } from '@harkara/server/domain/accounts/operator-role'
import type { OperatorView } from '@harkara/server/operators/schema'
import type { Out } from '../../../api/types.ts'

export type OperatorRow = Out<typeof OperatorView>

export const ROLES: Record<OperatorRole, { label: string; about: string }> = {
  OWNER: { label: 'Owner', about: 'Everything, including operators, suspensions and the provider.' },
  FINANCE: { label: 'Finance', about: 'Credits, refunds, prices, approvals and exports. Reads everything else.' },
  SUPPORT: { label: 'Support', about: 'Reads only. Sees no personal data of contacts.' },
}
