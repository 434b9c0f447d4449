import type { PaymentView } from '@harkara/server/payments/schema'
import { Paper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../../api/api.ts'
import type { Out } from '../../../api/types.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingPage } from '../../../components/feedback/loading.tsx'
import { DescriptionList, IdText } from '../../../components/layout/description-list.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import { ADMIN } from '../queries.ts'
import { VendorLink } from '../vendor-link.tsx'
import { ORDER_TYPES } from '../vendors/money/order-types.ts'
import { PaymentState } from './payment-state.tsx'
import { paymentAmount, paymentReason } from './payments.ts'

type Payment = Out<typeof PaymentView>

/** One payment, found by its id at the gateway. */
export function PaymentPage() {
  const { paymentId } = useParams({ strict: false }) as { paymentId: string }
  const { data, error, refetch } = useQuery({
    queryKey: [...ADMIN, 'payment', paymentId],
    queryFn: ({ signal }) => api.get<Payment>(`/admin/payments/${encodeURIComponent(paymentId)}`, undefined, signal),
  })
  if (!data && !error) return <LoadingPage />
  return (
    <>
      <PageHeader title={t('Payment')} about={paymentId} />
      {data ? <Details payment={data} /> : <ErrorState error={error} retry={() => void refetch()} />}
    </>
  )
}

const Details = ({ payment }: { payment: Payment }) => (
  <Paper withBorder p="md" maw={760}>
    <DescriptionList
      items={[
        [t('Status'), <PaymentState key="state" state={payment.state} isMatched={payment.unmatched === null} />],
        [
          t('Vendor'),
          payment.vendorId ? (
            <VendorLink key="vendor" vendorId={payment.vendorId} name={payment.companyName ?? t('View vendor')} />
          ) : (
            t('Unknown')
          ),
        ],
        [t('Amount'), paymentAmount(payment.amountMinorUnit, payment.currency)],
        [
          t('Refunded'),
          payment.refundedMinorUnit > 0 ? paymentAmount(payment.refundedMinorUnit, payment.currency) : t('None'),
        ],
        [t('For'), payment.orderType ? ORDER_TYPES[payment.orderType] : undefined],
        [t('Why it was not matched'), payment.unmatched ? paymentReason(payment.unmatched) : undefined],
        [t('Received'), <RelativeTime key="arrived" at={payment.arrivedAt} />],
        [t('Invoices'), payment.invoices.flatMap(({ invoiceNumber }) => invoiceNumber ?? []).join(', ') || t('None')],
        [
          t('Gateway order'),
          payment.gatewayOrderId ? <IdText key="order">{payment.gatewayOrderId}</IdText> : undefined,
        ],
        [t('Payment ID'), <IdText key="id">{payment.gatewayPaymentId}</IdText>],
      ]}
    />
  </Paper>
)
