import type { OperatorRole } from '@harkara/server/domain/accounts/operator-role'
import type { OperatorView } from '@harkara/server/operators/schema'
import type { Out } from '../../../api/types.ts'
import { t } from '../../../format/translate.ts'

export type OperatorRow = Out<typeof OperatorView>

export const ROLES: Record<OperatorRole, { label: string; about: string }> = {
  OWNER: { label: t('Owner'), about: t('Everything, including operators, suspensions and the provider.') },
  FINANCE: { label: t('Finance'), about: t('Credits, refunds, prices, approvals and exports. Reads everything else.') },
  SUPPORT: { label: t('Support'), about: t('Read-only. Cannot see personal data of contacts.') },
}
