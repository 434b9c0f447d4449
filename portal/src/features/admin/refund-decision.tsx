import { REFUND_REASON_CHARS_MAX } from '@harkara/server/domain/limits'
import { Button, Group, Paper, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { formatMoney, readMoney } from '../../format/money.ts'
import { oneLine } from '../billing/reason-input.tsx'
import { ADMIN } from './queries.ts'
import type { WholeRefund } from './refund-names.ts'

interface DecisionProps {
  refund: WholeRefund
  vendorName: string | undefined
}

/** Approve, wholly or in part where the rules allow a part, or reject with a word to the vendor. */
export function RefundDecision({ refund, vendorName = 'the vendor' }: DecisionProps) {
  const { currency, kind, basis } = refund
  const whole = refund.refundableMinorUnit ?? 0
  const [note, setNote] = useState('')
  const [part, setPart] = useState('')
  const [asked, setAsked] = useState<'approve' | 'reject'>()
  const [isTried, setTried] = useState(false)
  const mayBePart = kind === 'INVOICE' && basis !== 'FIRST_MONTH'
  const amount = part.trim() === '' ? whole : readMoney(part, currency)
  const isWrong = amount === undefined || amount > whole || (amount < 1 && kind === 'INVOICE')
  const text = oneLine(note)
  const close = () => setAsked(undefined)
  const approve = useWrite(
    (body: { amountMinorUnit?: number; note?: string }, key) =>
      api.post<WholeRefund>(`/admin/refunds/${refund.id}/approve`, body, key),
    { changes: [ADMIN], onDone: close },
  )
  const reject = useWrite(
    (body: { note: string }, key) => api.post<WholeRefund>(`/admin/refunds/${refund.id}/reject`, body, key),
    { changes: [ADMIN], onDone: close },
  )
  const sum = formatMoney(amount ?? whole, currency)
  return (
    <Paper withBorder p="md" component="section" aria-label="Decide">
      <Title order={2} size="h4" mb="sm">
        Decide
      </Title>
      <Stack gap="md">
        {mayBePart && (
          <TextInput
            label={`Amount (${currency})`}
            description={`All that is left of the invoice, ${formatMoney(whole, currency)}, if you leave it empty.`}
            inputMode="decimal"
            autoComplete="off"
            value={part}
            onChange={(event) => setPart(event.currentTarget.value)}
            error={isWrong ? `Please enter an amount up to ${formatMoney(whole, currency)}.` : undefined}
            maw={320}
          />
        )}
        <Textarea
          label="Note"
          description="The vendor reads it. Needed to reject."
          value={note}
          maxLength={REFUND_REASON_CHARS_MAX}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={isTried && !text ? 'Please tell the vendor why.' : undefined}
          autosize
          minRows={2}
        />
        <Group>
          <Button disabled={isWrong} onClick={() => setAsked('approve')}>
            {`Approve ${sum}`}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              setTried(true)
              if (text) setAsked('reject')
            }}
          >
            Reject
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={asked === 'approve'}
        onClose={close}
        title={`Send ${sum} to ${vendorName}`}
        typed="REFUND"
        confirm={`Send ${sum} back`}
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
        title="Reject the request"
        confirm="Reject and tell the vendor"
        isDangerous
        isBusy={reject.isPending}
        error={reject.error}
        onConfirm={() => reject.mutate({ note: text })}
      >
        Nothing is paid back. {vendorName} gets a notice and reads: “{text}”. It cannot be undone; the vendor may ask
        again.
      </ConfirmDialog>
    </Paper>
  )
}

interface ConsequencesProps {
  refund: WholeRefund
  sum: string
  vendorName: string
  isWhole: boolean
}

const isPaidAgain = ({ warnings }: WholeRefund) => warnings.some(({ code }) => code === 'PLAN_PAID_AGAIN')

const Consequences = ({ refund, sum, vendorName, isWhole }: ConsequencesProps) => (
  <Stack gap="xs">
    <Text size="sm">
      The payment gateway is asked at once to send {sum} back to {vendorName}. Money that has left cannot be called
      back.
    </Text>
    {refund.kind === 'WALLET_EXIT' && (
      <Text size="sm">
        The wallet is emptied, the plan ends, and the account sends nothing any more. The amount is worked out anew at
        the approval: if the wallet has moved, it may differ.
      </Text>
    )}
    {refund.kind === 'INVOICE' && isWhole && (
      <Text size="sm">
        The invoice is void afterwards and a credit note is written.
        {refund.basis === 'FIRST_MONTH' && !isPaidAgain(refund) && ' The plan ends, and messaging with it.'}
      </Text>
    )}
  </Stack>
)
