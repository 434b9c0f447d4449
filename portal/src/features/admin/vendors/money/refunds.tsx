import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../../../components/table/data-table.tsx'
import { Money } from '../../../../components/values/money.tsx'
import { StatusDot } from '../../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../../components/values/time.tsx'
import { t } from '../../../../format/translate.ts'
import type { VendorDetail } from '../../queries.ts'
import { REFUND_BASES, REFUND_STATES, type Refund } from '../../refunds/refunds.ts'
import { VendorList } from './vendor-list.tsx'

const COLUMNS: Column<Refund>[] = [
  {
    name: t('Refund'),
    cell: ({ id, kind, invoiceNumber }) => (
      <Anchor component={Link} to="/admin/refunds/$refundId" params={{ refundId: id } as never} size="sm">
        {kind === 'WALLET_EXIT' ? t('Account closure') : invoiceNumber}
      </Anchor>
    ),
  },
  { name: t('Cause'), cell: ({ basis }) => REFUND_BASES[basis] },
  {
    name: t('Status'),
    cell: ({ status }) => {
      const [tone, word] = REFUND_STATES[status]
      return <StatusDot tone={tone}>{word}</StatusDot>
    },
  },
  {
    name: t('Amount'),
    isNumber: true,
    cell: ({ amountMinorUnit, currency }) =>
      amountMinorUnit === null ? t('Not decided') : <Money minorUnits={amountMinorUnit} currency={currency} />,
  },
  { name: t('Requested'), cell: ({ requestedAt }) => <RelativeTime at={requestedAt} /> },
]

export const Refunds = ({ vendor }: { vendor: VendorDetail }) => (
  <VendorList<Refund>
    vendorId={vendor.id}
    list="refunds"
    label={t('Refunds')}
    columns={COLUMNS}
    rowKey={({ id }) => id}
    empty={t('Refund requests of this vendor appear here.')}
  />
)
