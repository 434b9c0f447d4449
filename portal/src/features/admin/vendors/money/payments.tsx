import type { VendorPaymentView } from '@harkara/server/payments/schema'
import type { Out } from '../../../../api/types.ts'
import type { Column } from '../../../../components/table/data-table.tsx'
import { RelativeTime } from '../../../../components/values/time.tsx'
import { t } from '../../../../format/translate.ts'
import { PaymentLink } from '../../payments/payment-link.tsx'
import { PaymentState } from '../../payments/payment-state.tsx'
import { paymentAmount } from '../../payments/payments.ts'
import type { VendorDetail } from '../../queries.ts'
import { ORDER_TYPES } from './order-types.ts'
import { VendorList } from './vendor-list.tsx'

type Payment = Out<typeof VendorPaymentView>

const COLUMNS: Column<Payment>[] = [
  { name: t('Payment'), cell: ({ gatewayPaymentId }) => <PaymentLink gatewayPaymentId={gatewayPaymentId} /> },
  { name: t('For'), cell: ({ orderType }) => (orderType ? ORDER_TYPES[orderType] : t('Plan renewal')) },
  { name: t('Status'), cell: ({ state }) => <PaymentState state={state} /> },
  {
    name: t('Amount'),
    isNumber: true,
    cell: ({ amountMinorUnit, currency }) => paymentAmount(amountMinorUnit, currency),
  },
  {
    name: t('Refunded'),
    isNumber: true,
    cell: ({ refundedMinorUnit, currency }) =>
      refundedMinorUnit > 0 ? paymentAmount(refundedMinorUnit, currency) : t('None'),
  },
  {
    name: t('Invoices'),
    cell: ({ invoices }) => invoices.flatMap(({ invoiceNumber }) => invoiceNumber ?? []).join(', ') || t('None'),
  },
  { name: t('Received'), cell: ({ arrivedAt }) => <RelativeTime at={arrivedAt} /> },
]

export const Payments = ({ vendor }: { vendor: VendorDetail }) => (
  <VendorList<Payment>
    vendorId={vendor.id}
    list="payments"
    label={t('Payments')}
    columns={COLUMNS}
    rowKey={({ gatewayPaymentId }) => gatewayPaymentId}
    empty={t('Payments appear here when the gateway reports them, credited or not.')}
  />
)
