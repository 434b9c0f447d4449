import type { VendorCampaignView } from '@harkara/server/admin/schema'
import type { Out } from '../../../../api/types.ts'
import type { Column } from '../../../../components/table/data-table.tsx'
import { useFormat } from '../../../../components/values/locale-context.tsx'
import { Money } from '../../../../components/values/money.tsx'
import { StatusDot, type Tone } from '../../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../../components/values/time.tsx'
import { humanize } from '../../../../format/text.ts'
import { t } from '../../../../format/translate.ts'
import type { VendorDetail } from '../../queries.ts'
import { VendorList } from './vendor-list.tsx'

type Campaign = Out<typeof VendorCampaignView>

const TONES: Record<Campaign['status'], Tone> = {
  SCHEDULED: 'pending',
  RUNNING: 'pending',
  PAUSED: 'error',
  COMPLETED: 'success',
  CANCELLED: 'neutral',
  FAILED: 'error',
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
      <StatusDot tone={TONES[status]}>
        {pauseReason ? `${humanize(status)} · ${humanize(pauseReason).toLowerCase()}` : humanize(status)}
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
