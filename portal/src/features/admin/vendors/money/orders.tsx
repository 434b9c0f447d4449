import type { VendorOrderView } from '@harkara/server/orders/schema'
import type { Out } from '../../../../api/types.ts'
import { IdText } from '../../../../components/layout/description-list.tsx'
import type { Column } from '../../../../components/table/data-table.tsx'
import { Money } from '../../../../components/values/money.tsx'
import { StatusDot, type Tone } from '../../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../../components/values/time.tsx'
import { humanize } from '../../../../format/text.ts'
import type { VendorDetail } from '../../queries.ts'
import { ORDER_TYPES } from './order-types.ts'
import { VendorList } from './vendor-list.tsx'

type Order = Out<typeof VendorOrderView>

const TONES: Record<Order['status'], Tone> = {
  CREATED: 'pending',
  PAID: 'success',
  FAILED: 'error',
  EXPIRED: 'neutral',
}

const COLUMNS: Column<Order>[] = [
  { name: 'Type', cell: ({ type }) => ORDER_TYPES[type] },
  { name: 'Status', cell: ({ status }) => <StatusDot tone={TONES[status]}>{humanize(status)}</StatusDot> },
  {
    name: 'Amount',
    isNumber: true,
    cell: ({ amountMinorUnit, currency }) => <Money minorUnits={amountMinorUnit} currency={currency} />,
  },
  { name: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  { name: 'Gateway order', cell: ({ gatewayOrderId }) => <IdText>{gatewayOrderId}</IdText> },
  {
    name: 'Payment',
    cell: ({ gatewayPaymentId }) => (gatewayPaymentId ? <IdText>{gatewayPaymentId}</IdText> : 'None'),
  },
]

export const Orders = ({ vendor }: { vendor: VendorDetail }) => (
  <VendorList<Order>
    vendorId={vendor.id}
    list="orders"
    label="Orders"
    columns={COLUMNS}
    rowKey={({ id }) => id}
    empty="Orders appear here when the vendor starts a payment."
  />
)
