import { REFUND_REASON_CHARS_MAX } from '@harkara/server/domain/limits'
import { Button, Group, Paper, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { useLeaveGuard } from '../../../components/feedback/use-leave-guard.ts'
import { formatMoney, parseMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { oneLine } from '../../billing/refunds/reason-input.tsx'
import { isPendingApproval, notifyPendingApproval, type Pending } from '../approvals/approvals.ts'
import { ADMIN } from '../queries.ts'
import type { RefundDetail } from './refunds.ts'

interface DecisionProps {
  refund: RefundDetail
  vendorName: string | undefined
}

/** Approves a refund in full, or in part where allowed, or rejects it with a note to the vendor. */
export function RefundDecision({ refund, vendorName = t('the vendor') }: DecisionProps) {
  const { currency, kind, basis } = refund
  const whole = refund.refundableMinorUnit ?? 0
  const [note, setNote] = useState('')
  const [part, setPart] = useState('')
  const [asked, setOpen] = useState<'approve' | 'reject'>()
  const [isSubmitted, setSubmitted] = useState(false)
  const allowsPartial = kind === 'INVOICE' && basis !== 'FIRST_MONTH'
  const amount = part.trim() === '' ? whole : parseMoney(part, currency)
  const isWrong = amount === undefined || amount > whole || (amount < 1 && kind === 'INVOICE')
  const text = oneLine(note)
  useLeaveGuard(note !== '' || part !== '')
  const close = () => setOpen(undefined)
  const finish = () => {
    close()
    setNote('')
    setPart('')
    setSubmitted(false)
  }
  const approve = useApiMutation(
    (body: { amountMinorUnit?: number; note?: string }, key) =>
      api.post<RefundDetail | Pending>(`/admin/refunds/${refund.id}/approve`, body, key),
    {
      invalidates: [ADMIN],
      onSuccess: (answer) => {
        if (isPendingApproval(answer)) notifyPendingApproval()
        finish()
      },
    },
  )
  const reject = useApiMutation(
    (body: { note: string }, key) => api.post<RefundDetail>(`/admin/refunds/${refund.id}/reject`, body, key),
    { invalidates: [ADMIN], onSuccess: finish },
  )
  const sum = formatMoney(amount ?? whole, currency)
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Decision')}>
      <Title order={2} size="h4" mb="sm">
        {t('Decision')}
      </Title>
      <Stack gap="md">
        {allowsPartial && (
          <TextInput
            label={t('Amount ({currency})', { currency })}
            description={t('Leave empty to refund the remaining {amount}.', { amount: formatMoney(whole, currency) })}
            inputMode="decimal"
            autoComplete="off"
            value={part}
            onChange={(event) => setPart(event.currentTarget.value)}
            error={isWrong ? t('Enter an amount up to {amount}.', { amount: formatMoney(whole, currency) }) : undefined}
            maw={320}
          />
        )}
        <Textarea
          label={t('Note')}
          description={t('Visible to the vendor. Required to reject.')}
          value={note}
          maxLength={REFUND_REASON_CHARS_MAX}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={isSubmitted && !text ? t('Enter a note for the vendor.') : undefined}
          autosize
          minRows={2}
        />
        <Group>
          <Button disabled={isWrong} onClick={() => setOpen('approve')}>
            {t('Approve {sum}', { sum })}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              setSubmitted(true)
              if (text) setOpen('reject')
            }}
          >
            {t('Reject')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={asked === 'approve'}
        onClose={close}
        title={t('Refund {sum} to {vendorName}?', { sum, vendorName })}
        confirmationText="REFUND"
        confirm={t('Refund {sum}', { sum })}
        isDangerous
        isBusy={approve.isPending}
        error={approve.error}
        onConfirm={() =>
          approve.mutate({
            ...(part.trim() !== '' && amount !== undefined && { amountMinorUnit: amount }),
            ...(text && { note: text }),
          })
        }
      >
        <Consequences refund={refund} sum={sum} vendorName={vendorName} isWhole={amount === whole} />
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'reject'}
        onClose={close}
        title={t('Reject refund request?')}
        confirm={t('Reject request')}
        isDangerous
        isBusy={reject.isPending}
        error={reject.error}
        onConfirm={() => reject.mutate({ note: text })}
      >
        {t(
          'Nothing is refunded. {vendorName} is notified with your note: “{text}”. This cannot be undone, but the vendor can send a new request.',
          { vendorName, text },
        )}
      </ConfirmDialog>
    </Paper>
  )
}

interface ConsequencesProps {
  refund: RefundDetail
  sum: string
  vendorName: string
  isWhole: boolean
}

const isPaidAgain = ({ warnings }: RefundDetail) => warnings.some(({ code }) => code === 'PLAN_PAID_AGAIN')

const Consequences = ({ refund, sum, vendorName, isWhole }: ConsequencesProps) => (
  <Stack gap="xs">
    <Text size="sm">
      {t('The payment gateway refunds {sum} to {vendorName} immediately. A refund cannot be reversed.', {
        sum,
        vendorName,
      })}
    </Text>
    {refund.kind === 'WALLET_EXIT' && (
      <Text size="sm">
        {t(
          'The wallet is emptied, the plan ends, and the account can no longer send messages. The amount is recalculated on approval and may differ if the balance has changed.',
        )}
      </Text>
    )}
    {refund.kind === 'INVOICE' && isWhole && (
      <Text size="sm">
        {t('The invoice becomes void and a credit note is issued.')}
        {refund.basis === 'FIRST_MONTH' && !isPaidAgain(refund) && ` ${t('The plan and messaging end.')}`}
      </Text>
    )}
  </Stack>
)
