import { CREDIT_MINOR_UNIT_MAX } from '@harkara/server/domain/limits'
import type { TransactionView } from '@harkara/server/wallet/schema'
import { Button, Group, Paper, Radio, Stack, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import type { Out } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { formatMoney, parseMoney } from '../../../format/money.ts'
import { oneLine } from '../../billing/refunds/reason-input.tsx'
import { isPendingApproval, notifyPendingApproval, type Pending } from '../approvals/approvals.ts'
import { ADMIN, type VendorDetail } from '../queries.ts'

type CreditType = 'BONUS' | 'CREDIT'
interface Credit {
  vendorId: string
  type: CreditType
  amountMinorUnit: number
  reason: string
}
const REASON_CHARS_MAX = 200

export function CreditForm({ vendor: { id, companyName, wallet } }: { vendor: VendorDetail }) {
  const { currency } = wallet
  const [type, setType] = useState<CreditType>('BONUS')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const read = parseMoney(amount, currency)
  const chosen = read !== undefined && read > 0 && read <= CREDIT_MINOR_UNIT_MAX ? read : undefined
  const [isOpen, setOpen] = useState(false)
  const credit = useApiMutation(
    (input: Credit, key) => api.post<Out<typeof TransactionView> | Pending>('/admin/wallet/credit', input, key),
    {
      invalidates: [ADMIN],
      onSuccess: (answer, { amountMinorUnit }) => {
        if (isPendingApproval(answer)) notifyPendingApproval()
        else notifications.show({ message: `${formatMoney(amountMinorUnit, currency)} credited to ${companyName}.` })
        setOpen(false)
        setAmount('')
        setReason('')
        setSubmitted(false)
      },
    },
  )
  const text = oneLine(reason)
  const sum = chosen === undefined ? '' : `${formatMoney(chosen, currency)}${type === 'BONUS' ? ' as a bonus' : ''}`
  return (
    <Paper withBorder p="md" component="section" aria-label="Credit wallet">
      <Title order={2} size="h4" mb="sm">
        Credit wallet
      </Title>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setSubmitted(true)
          if (chosen !== undefined && text) setOpen(true)
        }}
      >
        <Stack gap="md">
          <Radio.Group label="Type" value={type} onChange={(value) => setType(value as CreditType)}>
            <Stack gap="xs" mt={6}>
              <Radio value="BONUS" label="Bonus" description="Spent first and never paid out" />
              <Radio
                value="CREDIT"
                label="Credit"
                description="Treated as paid and refunded when the account is closed"
              />
            </Stack>
          </Radio.Group>
          <TextInput
            label={`Amount (${currency})`}
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
            error={
              isSubmitted && chosen === undefined
                ? `Enter an amount up to ${formatMoney(CREDIT_MINOR_UNIT_MAX, currency)}.`
                : undefined
            }
            maw={240}
          />
          <TextInput
            label="Reason"
            description="Visible to the vendor and recorded in the audit log."
            autoComplete="off"
            maxLength={REASON_CHARS_MAX}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={isSubmitted && !text ? 'Enter a reason.' : undefined}
          />
          <Group>
            <Button type="submit">{chosen === undefined ? 'Credit wallet' : `Credit ${sum}`}</Button>
          </Group>
        </Stack>
      </form>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => {
          credit.reset()
          setOpen(false)
        }}
        title={`Credit ${companyName}?`}
        confirm={`Credit ${sum}`}
        isBusy={credit.isPending}
        error={credit.error}
        onConfirm={() => {
          if (chosen !== undefined) credit.mutate({ vendorId: id, type, amountMinorUnit: chosen, reason: text })
        }}
      >
        {companyName} is credited with {sum}: “{text}”. Amounts above the approval threshold need a second operator.
      </ConfirmDialog>
    </Paper>
  )
}
