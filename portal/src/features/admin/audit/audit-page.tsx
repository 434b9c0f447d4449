import { Group, NativeSelect } from '@mantine/core'
import { useUrlFilter } from '../../../api/url-params.ts'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { humanize } from '../../../format/text.ts'
import { t } from '../../../format/translate.ts'
import { AuditTable } from './audit-table.tsx'

const ACTIONS = [
  'WALLET_CREDITED',
  'WALLET_CORRECTED',
  'APPROVAL_REQUESTED',
  'APPROVAL_GRANTED',
  'APPROVAL_REJECTED',
  'OPERATOR_CONFIRMED',
  'OPERATOR_DISABLED',
  'OPERATOR_ENABLED',
  'SUBSCRIPTION_SET',
  'VENDOR_PRICING_SET',
  'REFUND_OPENED',
  'REFUND_APPROVED',
  'REFUND_REJECTED',
  'REFUND_SUPERSEDED',
  'REFUND_ISSUED',
  'REFUND_PAID_OUT',
  'PRICE_ADDED',
  'PRICE_WITHDRAWN',
  'PRICING_TIER_ADDED',
  'PLATFORM_FEE_ADDED',
  'EXCHANGE_RATE_SET',
  'DEAD_LETTER_REPLAYED',
  'PROVIDER_STOPPED',
  'PROVIDER_RESUMED',
]
const FILTERS = [
  { value: '', label: t('All actions') },
  ...ACTIONS.map((action) => ({ value: action, label: humanize(action) })),
]

export function AuditPage() {
  const [action, setAction] = useUrlFilter('action')
  return (
    <>
      <PageHeader
        title={t('Audit')}
        about={t('Actions by operators and by the platform, newest first. Entries cannot be changed.')}
      />
      <Group mb="sm">
        <NativeSelect
          aria-label={t('Filter by action')}
          data={FILTERS}
          value={action}
          onChange={(event) => setAction(event.currentTarget.value)}
        />
      </Group>
      <AuditTable action={action || undefined} />
    </>
  )
}
