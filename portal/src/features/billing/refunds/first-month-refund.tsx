import type { InvoiceView } from '@harkara/server/invoices/schema'
import { Button, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { serverNow } from '../../../api/page-settings.ts'
import { type Subscription, subscriptionQuery } from '../../../api/queries.ts'
import type { Out, Page } from '../../../api/types.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { formatMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { oneLine, ReasonInput } from './reason-input.tsx'
import { type RefundRequest, useRefundRequest } from './use-refund-request.ts'

type Invoice = Out<typeof InvoiceView>

/** The refund of the first month of a monthly plan, which is available for a few days. */
export function FirstMonthRefund({ requests }: { requests: readonly RefundRequest[] }) {
  const format = useFormat()
  const { data: subscription } = useQuery(subscriptionQuery)
  const isOpen = isStillRefundable(subscription)
  const invoice = useFirstInvoice(subscription, isOpen)
  const asked = requests.find(
    ({ invoiceId, status }) => invoice && invoiceId === invoice.id && status !== 'REJECTED' && status !== 'WITHDRAWN',
  )
  const [isAsking, setAsking] = useState(false)
  const deadline = subscription?.refundDeadline
  const isPast = subscription?.cycle === 'MONTHLY' && deadline && Date.parse(deadline) <= serverNow().getTime()
  return (
    <Paper withBorder p="md" component="section" aria-label={t('First month')}>
      <Title order={2} size="h4" mb={4}>
        {t('First month')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {asked
          ? t('You have requested this refund. See its status below.')
          : isOpen && deadline
            ? t(
                'You can request a full refund, including GST, until {deadline} ({deadline2}). The setup fee is not refundable.',
                { deadline: format.instant(deadline), deadline2: format.relative(deadline) },
              )
            : t('{detail} Later months, and quarterly and annual plans, are not refundable.', {
                detail: isPast
                  ? t('The first month was refundable until {deadline}.', { deadline: format.day(deadline) })
                  : t('The first month of a monthly plan is refundable for a few days.'),
              })}
      </Text>
      {isOpen && invoice && !asked && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('Request refund of {amount}', { amount: formatMoney(invoice.totalMinorUnit, invoice.currency) })}
        </Button>
      )}
      {isAsking && invoice && <AskDialog invoice={invoice} onClose={() => setAsking(false)} />}
    </Paper>
  )
}

const isStillRefundable = (subscription: Subscription | null | undefined) =>
  subscription?.cycle === 'MONTHLY' &&
  subscription.status !== 'CANCELLED' &&
  subscription.refundDeadline !== null &&
  Date.parse(subscription.refundDeadline) > serverNow().getTime()

/** The oldest paid invoice of this plan. */
function useFirstInvoice(subscription: Subscription | null | undefined, enabled: boolean): Invoice | undefined {
  const { data } = useQuery({
    queryKey: ['billing', 'invoices', 'first-month'],
    queryFn: ({ signal }) =>
      api.get<Page<Invoice>>('/billing/invoices', { type: 'SUBSCRIPTION', status: 'PAID', pageSize: 50 }, signal),
    enabled,
  })
  return data?.data.findLast(({ subscriptionId }) => subscriptionId === subscription?.id)
}

function AskDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const ask = useRefundRequest(onClose)
  const amount = formatMoney(invoice.totalMinorUnit, invoice.currency)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Request refund of the first month?')}
      confirm={t('Request {amount} and end plan', { amount })}
      isDangerous
      isBusy={ask.isPending}
      error={ask.error}
      onConfirm={() => {
        const text = oneLine(reason)
        setMissing(!text)
        if (text) ask.mutate({ invoiceId: invoice.id, reason: text })
      }}
    >
      {t(
        '{amount} of invoice {invoiceNumber} is refunded to your original payment method. Your plan ends and no more messages are sent. Your wallet does not change.',
        { amount, invoiceNumber: invoice.invoiceNumber },
      )}
      <ReasonInput value={reason} onChange={setReason} isMissing={isMissing} />
    </ConfirmDialog>
  )
}
