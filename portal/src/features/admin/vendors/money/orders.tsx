import type { VendorOrderView } from '@harkara/server/orders/schema'
import type { Out } from '../../../../api/types.ts'
import { IdText } from '../../../../components/layout/description-list.tsx'
import type { Column } from '../../../../components/table/data-table.tsx'
import { Money } from '../../../../components/values/money.tsx'
import { StatusDot, type Tone } from '../../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../../components/values/time.tsx'
import { t } from '../../../../format/translate.ts'
import type { VendorDetail } from '../../queries.ts'
import { ORDER_TYPES } from './order-types.ts'
import { VendorList } from './vendor-list.tsx'

type Order = Out<typeof VendorOrderView>

const STATES: Record<Order['status'], readonly [Tone, string]> = {
  CREATED: ['pending', t('Created')],
  PAID: ['success', t('Paid')],
  FAILED: ['error', t('Failed')],
  EXPIRED: ['neutral', t('Expired')],
}

const COLUMNS: Column<Order>[] = [
  { name: t('Type'), cell: ({ type }) => ORDER_TYPES[type] },
  { name: t('Status'), cell: ({ status }) => <StatusDot tone={STATES[status][0]}>{STATES[status][1]}</StatusDot> },
  {
    name: t('Amount'),
    isNumber: true,
    cell: ({ amountMinorUnit, currency }) => <Money minorUnits={amountMinorUnit} currency={currency} />,
  },
  { name: t('Created'), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  { name: t('Gateway order'), isNoWrap: true, cell: ({ gatewayOrderId }) => <IdText>{gatewayOrderId}</IdText> },
  {
    name: t('Payment'),
    isNoWrap: true,
    cell: ({ gatewayPaymentId }) => (gatewayPaymentId ? <IdText>{gatewayPaymentId}</IdText> : t('None')),
  },
]

export const Orders = ({ vendor }: { vendor: VendorDetail }) => (
  <VendorList<Order>
    vendorId={vendor.id}
    list="orders"
    label={t('Orders')}
    columns={COLUMNS}
    rowKey={({ id }) => id}
    empty={t('Orders appear here when the vendor starts a payment.')}
  />
)
