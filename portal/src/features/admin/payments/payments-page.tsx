import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useOperatorRights } from '../../../api/session.ts'
import { useUrlFilter } from '../../../api/url-params.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { IdText } from '../../../components/layout/description-list.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import { ADMIN } from '../queries.ts'
import { VendorLink } from '../vendor-link.tsx'
import { FindPayment } from './find-payment.tsx'
import { CreditPayment, RefundPayment } from './payment-dialogs.tsx'
import { PAYMENT_STATES, type Payment, paymentAmount, paymentReason, remainingAmount } from './payments.ts'

const FILTERS = [
  ...Object.entries(PAYMENT_STATES).map(([value, [, label]]) => ({ value, label })),
  { value: '', label: t('All payments') },
]
/** Refunds usually complete within seconds. */
const POLL_MS = 10_000

export function PaymentsPage() {
  const [state, setState] = useUrlFilter('state', { byDefault: 'UNPLACED' })
  const [open, setOpen] = useState<{ verb: 'refund' | 'credit'; payment: Payment }>()
  const list = useListPage<Payment>('/admin/payments', {
    filters: { state: state || undefined },
    key: [...ADMIN, 'payments'],
    refetchMs: POLL_MS,
  })
  const { mayMoveMoney } = useOperatorRights()
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHeader
        title={t('Unmatched payments')}
        about={t('Payments that could not be matched to an order. Refund them or credit them to a wallet.')}
      />
      <Group mb="sm" align="flex-end">
        <NativeSelect
          aria-label={t('Status')}
          data={FILTERS}
          value={state}
          onChange={(event) => setState(event.currentTarget.value)}
        />
        <FindPayment />
      </Group>
      <DataTable
        label={t('Unmatched payments')}
        columns={mayMoveMoney ? [...COLUMNS, actions((verb, payment) => setOpen({ verb, payment }))] : COLUMNS}
        list={list}
        rowKey={({ gatewayPaymentId }) => gatewayPaymentId}
        empty={
          state ? (
            <EmptyState
              title={state === 'UNPLACED' ? t('No unmatched payments') : t('No payments with this status')}
              about={
                state === 'UNPLACED'
                  ? t('All payments have been credited or refunded.')
                  : t('Select “All payments” to see the others.')
              }
            />
          ) : (
            <EmptyState title={t('No unmatched payments')} about={t('All payments matched their orders.')} />
          )
        }
      />
      {open?.verb === 'refund' && <RefundPayment payment={open.payment} onClose={close} />}
      {open?.verb === 'credit' && <CreditPayment payment={open.payment} onClose={close} />}
    </>
  )
}

const COLUMNS: Column<Payment>[] = [
  { name: t('Payment'), isNoWrap: true, cell: ({ gatewayPaymentId }) => <IdText>{gatewayPaymentId}</IdText> },
  {
    name: t('Order'),
    isNoWrap: true,
    cell: ({ gatewayOrderId }) => (gatewayOrderId ? <IdText>{gatewayOrderId}</IdText> : t('None')),
  },
  {
    name: t('Vendor'),
    isClamped: true,
    cell: ({ vendorId, companyName }) =>
      vendorId ? <VendorLink vendorId={vendorId} name={companyName ?? t('View vendor')} isClamped /> : t('Unknown'),
  },
  { name: t('Amount'), isNumber: true, cell: (payment) => <Amount payment={payment} /> },
  { name: t('Reason'), cell: paymentReason },
  { name: t('Received'), cell: ({ arrivedAt }) => <RelativeTime at={arrivedAt} /> },
  { name: t('Status'), cell: (payment) => <State payment={payment} /> },
]

const actions = (decide: (verb: 'refund' | 'credit', payment: Payment) => void): Column<Payment> => ({
  name: t('Actions'),
  isActions: true,
  cell: (payment) =>
    payment.state === 'UNPLACED' && (
      <Group gap="xs" wrap="nowrap">
        <Button size="compact-sm" variant="default" onClick={() => decide('refund', payment)}>
          {t('Refund')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => decide('credit', payment)}>
          {t('Credit')}
        </Button>
      </Group>
    ),
})

const Amount = ({ payment }: { payment: Payment }) => (
  <>
    {paymentAmount(payment.amountMinorUnit, payment.currency)}
    {payment.state === 'UNPLACED' && payment.refundedMinorUnit > 0 && (
      <Text size="xs" c="dimmed">
        {t('{paymentAmount} left after refunds', {
          paymentAmount: paymentAmount(remainingAmount(payment), payment.currency),
        })}
      </Text>
    )}
  </>
)

function State({ payment }: { payment: Payment }) {
  const [tone, word] = PAYMENT_STATES[payment.state]
  const last = payment.refunds.at(-1)
  return (
    <>
      <StatusDot tone={tone}>{word}</StatusDot>
      {payment.state === 'UNPLACED' && last?.status === 'FAILED' && (
        <Text size="xs" c="dimmed">
          {t('Refund failed: {failure}', { failure: last.failure })}
        </Text>
      )}
    </>
  )
}
