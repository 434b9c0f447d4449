import { type ImportStatus, needsAction } from '@harkara/server/domain/imports/import-job'
import type { Balance, Dashboard, Vendor } from '../../api/queries.ts'

const COMPANY = '/settings/company'

export interface Concern {
  says: string
  action: string
  path: string
}

/** What stands still until somebody does something, the most pressing first. */
export function concernsOf(vendor: Vendor, balance: Balance, { campaigns, recentImports }: Dashboard): Concern[] {
  const paused = campaigns.PAUSED
  return [
    ...(paused > 0
      ? [
          {
            says: paused === 1 ? 'A campaign is paused.' : `${paused} campaigns are paused.`,
            action: 'See why',
            path: '/campaigns',
          },
        ]
      : []),
    ...(balance.lowBalanceThreshold > 0 && balance.balanceMinorUnit < balance.lowBalanceThreshold
      ? [{ says: 'Your balance is low.', action: 'Recharge', path: '/wallet' }]
      : []),
    ...recentImports
      .filter(({ status }) => needsAction(status as ImportStatus))
      .map(({ jobId, fileName, status }) => ({
        says:
          status === 'PENDING_REVIEW'
            ? `${fileName} is read; nothing is kept before you have looked at it.`
            : `${fileName} waits for you to say what its columns are.`,
        action: status === 'PENDING_REVIEW' ? 'Review it' : 'Choose the columns',
        path: `/imports/${jobId}`,
      })),
    ...(vendor.address === null
      ? [{ says: 'Your invoices have no address of yours yet.', action: 'Fill in the company', path: COMPANY }]
      : []),
  ]
}
