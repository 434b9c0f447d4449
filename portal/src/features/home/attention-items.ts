import { type ImportStatus, needsAction } from '@harkara/server/domain/imports/import-job'
import type { Balance, Dashboard, Vendor } from '../../api/queries.ts'
import { t } from '../../format/translate.ts'

const COMPANY = '/settings/company'

export interface AttentionItem {
  text: string
  action: string
  path: string
  search?: Readonly<Record<string, string>>
}

/** Items that are blocked until this user acts, the most urgent first. Members cannot add funds or company details. */
export function attentionItems(
  vendor: Vendor,
  balance: Balance,
  { campaigns, recentImports }: Dashboard,
  isAdmin: boolean,
): AttentionItem[] {
  const paused = campaigns.PAUSED
  return [
    ...(paused > 0
      ? [
          {
            text: t('{paused, plural, one {# campaign is} other {# campaigns are}} paused', { paused }),
            action: t('View campaigns'),
            path: '/campaigns',
            search: { status: 'PAUSED' },
          },
        ]
      : []),
    ...(isAdmin && balance.lowBalanceThreshold > 0 && balance.balanceMinorUnit < balance.lowBalanceThreshold
      ? [{ text: t('Your balance is low'), action: t('Add funds'), path: '/wallet' }]
      : []),
    ...recentImports
      .filter(({ status }) => needsAction(status as ImportStatus))
      .map(({ jobId, fileName, status }) => ({
        text:
          status === 'PENDING_REVIEW'
            ? t('{fileName} is ready for review', { fileName })
            : t('Match the columns of {fileName}', { fileName }),
        action: status === 'PENDING_REVIEW' ? t('Review import') : t('Match columns'),
        path: `/imports/${jobId}`,
      })),
    ...(isAdmin && !vendor.address?.line1
      ? [{ text: t('Your address is missing on invoices'), action: t('Add company details'), path: COMPANY }]
      : []),
  ]
}
