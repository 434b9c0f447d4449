import type { VendorPaymentView } from '@harkara/server/payments/schema'
import type { Out } from '../../../../api/types.ts'
import type { Column } from '../../../../components/table/data-table.tsx'
import { RelativeTime } from '../../../../components/values/time.tsx'
import { PaymentLink } from '../../payments/payment-link.tsx'
import { PaymentState } from '../../payments/payment-state.tsx'
import { paymentAmount } from '../../payments/payments.ts'
import type { VendorDetail } from '../../queries.ts'
import { ORDER_TYPES } from './order-types.ts'
import { VendorList } from './vendor-list.tsx'

type Payment = Out<typeof VendorPaymentView>

const COLUMNS: Column<Payment>[] = [
  { name: 'Payment', cell: ({ gatewayPaymentId }) => <PaymentLink gatewayPaymentId={gatewayPaymentId} /> },
  { name: 'For', cell: ({ orderType }) => (orderType ? ORDER_TYPES[orderType] : 'Plan renewal') },
  { name: 'Status', cell: ({ state }) => <PaymentState state={state} /> },
  {
    name: 'Amount',
    isNumber: true,
    cell: ({ amountMinorUnit, currency }) => paymentAmount(amountMinorUnit, currency),
  },
  {
    name: 'Refunded',
    isNumber: true,
    cell: ({ refundedMinorUnit, currency }) =>
      refundedMinorUnit > 0 ? paymentAmount(refundedMinorUnit, currency) : 'None',
  },
  {
    name: 'Invoices',
    cell: ({ invoices }) => invoices.flatMap(({ invoiceNumber }) => invoiceNumber ?? []).join(', ') || 'None',
  },
  { name: 'Received', cell: ({ arrivedAt }) => <RelativeTime at={arrivedAt} /> },
]

export const Payments = ({ vendor }: { vendor: VendorDetail }) => (
  <VendorList<Payment>
    vendorId={vendor.id}
    list="payments"
    label="Payments"
    columns={COLUMNS}
    rowKey={({ gatewayPaymentId }) => gatewayPaymentId}
    empty="Payments appear here when the gateway reports them, credited or not."
  />
)
