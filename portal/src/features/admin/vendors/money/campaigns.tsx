import type { VendorCampaignView } from '@harkara/server/admin/schema'
import type { PauseReason } from '@harkara/server/domain/messaging/campaign'
import type { Out } from '../../../../api/types.ts'
import type { Column } from '../../../../components/table/data-table.tsx'
import { useFormat } from '../../../../components/values/locale-context.tsx'
import { Money } from '../../../../components/values/money.tsx'
import { StatusDot } from '../../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../../components/values/time.tsx'
import { t } from '../../../../format/translate.ts'
import { STATES } from '../../../campaigns/display-names.ts'
import type { VendorDetail } from '../../queries.ts'
import { VendorList } from './vendor-list.tsx'

type Campaign = Out<typeof VendorCampaignView>

const PAUSE_REASONS: Record<PauseReason, string> = {
  BY_VENDOR: t('by the vendor'),
  VENDOR_SUSPENDED: t('account suspended'),
  INSUFFICIENT_BALANCE: t('balance too low'),
  CONVERSATION_CAP_REACHED: t('conversations of the plan used up'),
  SUBSCRIPTION_FROZEN: t('plan frozen'),
  SUBSCRIPTION_REQUIRED: t('no plan'),
  FAILURE_RATE: t('too many failures'),
  CATEGORY_CHANGED: t('template category changed'),
  TEMPLATE_NOT_APPROVED: t('template not approved'),
  PROVIDER_LIMIT: t('limit of the provider'),
  PRICING_NOT_FOUND: t('no price'),
  RATE_UNAVAILABLE: t('no exchange rate'),
  LIST_EMPTY: t('list empty'),
}

const amount = (
  name: string,
  field: 'heldMinorUnit' | 'capturedMinorUnit' | 'returnedMinorUnit',
): Column<Campaign> => ({
  name,
  isNumber: true,
  cell: (campaign) => <Money minorUnits={campaign[field]} currency={campaign.currency} />,
})

const COLUMNS: Column<Campaign>[] = [
  { name: t('Campaign'), cell: ({ name }) => name },
  {
    name: t('Status'),
    cell: ({ status, pauseReason }) => (
      <StatusDot tone={STATES[status][0]}>
        {pauseReason ? `${STATES[status][1]} · ${PAUSE_REASONS[pauseReason]}` : STATES[status][1]}
      </StatusDot>
    ),
  },
  { name: t('Recipients'), isNumber: true, cell: ({ recipients }) => <Count of={recipients} /> },
  amount(t('Spent'), 'capturedMinorUnit'),
  amount(t('On hold'), 'heldMinorUnit'),
  amount(t('Returned'), 'returnedMinorUnit'),
  { name: t('Created'), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]

const Count = ({ of }: { of: number }) => useFormat().number(of)

export const Campaigns = ({ vendor }: { vendor: VendorDetail }) => (
  <VendorList<Campaign>
    vendorId={vendor.id}
    list="campaigns"
    label={t('Campaigns')}
    columns={COLUMNS}
    rowKey={({ id }) => id}
    empty={t('Campaigns of this vendor appear here with their cost.')}
  />
)
