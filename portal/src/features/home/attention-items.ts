import { type ImportStatus, needsAction } from '@harkara/server/domain/imports/import-job'
import type { Balance, Dashboard, Vendor } from '../../api/queries.ts'

const COMPANY = '/settings/company'

export interface AttentionItem {
  text: string
  action: string
  path: string
}

/** Items that are blocked until a user acts, the most urgent first. */
export function attentionItems(
  vendor: Vendor,
  balance: Balance,
  { campaigns, recentImports }: Dashboard,
): AttentionItem[] {
  const paused = campaigns.PAUSED
  return [
    ...(paused > 0
      ? [
          {
            text: paused === 1 ? '1 campaign is paused' : `${paused} campaigns are paused`,
            action: 'View campaigns',
            path: '/campaigns',
          },
        ]
      : []),
    ...(balance.lowBalanceThreshold > 0 && balance.balanceMinorUnit < balance.lowBalanceThreshold
      ? [{ text: 'Your balance is low', action: 'Add funds', path: '/wallet' }]
      : []),
    ...recentImports
      .filter(({ status }) => needsAction(status as ImportStatus))
      .map(({ jobId, fileName, status }) => ({
        text: status === 'PENDING_REVIEW' ? `${fileName} is ready for review` : `${fileName} needs its columns matched`,
        action: status === 'PENDING_REVIEW' ? 'Review import' : 'Match columns',
        path: `/imports/${jobId}`,
      })),
    ...(vendor.address === null
      ? [{ text: 'Your address is missing on invoices', action: 'Add company details', path: COMPANY }]
      : []),
  ]
}
