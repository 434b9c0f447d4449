import { CREDIT_MINOR_UNIT_MAX } from '@harkara/server/domain/limits'
import type { TransactionView } from '@harkara/server/wallet/schema'
import { Button, Group, Paper, Radio, Stack, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import type { Out } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { useLeaveGuard } from '../../../components/feedback/use-leave-guard.ts'
import { formatMoney, parseMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
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
        else
          notifications.show({
            message: t('{amount} credited to {companyName}.', {
              amount: formatMoney(amountMinorUnit, currency),
              companyName,
            }),
          })
        setOpen(false)
        setAmount('')
        setReason('')
        setSubmitted(false)
      },
    },
  )
  useLeaveGuard(amount !== '' || reason !== '')
  const text = oneLine(reason)
  const sum =
    chosen === undefined ? '' : `${formatMoney(chosen, currency)}${type === 'BONUS' ? ` ${t('as a bonus')}` : ''}`
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Credit wallet')}>
      <Title order={2} size="h4" mb="sm">
        {t('Credit wallet')}
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
          <Radio.Group label={t('Type')} value={type} onChange={(value) => setType(value as CreditType)}>
            <Stack gap="xs" mt={6}>
              <Radio value="BONUS" label={t('Bonus')} description={t('Spent first and never paid out')} />
              <Radio
                value="CREDIT"
                label={t('Credit')}
                description={t('Counts as paid, so it is refunded when the account is closed')}
              />
            </Stack>
          </Radio.Group>
          <TextInput
            label={t('Amount ({currency})', { currency })}
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
            error={
              isSubmitted && chosen === undefined
                ? t('Enter an amount up to {amount}.', { amount: formatMoney(CREDIT_MINOR_UNIT_MAX, currency) })
                : undefined
            }
            maw={240}
          />
          <TextInput
            label={t('Reason')}
            description={t('Visible to the vendor and recorded in the audit log.')}
            autoComplete="off"
            maxLength={REASON_CHARS_MAX}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={isSubmitted && !text ? t('Enter a reason.') : undefined}
          />
          <Group>
            <Button type="submit">{chosen === undefined ? t('Credit wallet') : t('Credit {sum}', { sum })}</Button>
          </Group>
        </Stack>
      </form>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => {
          credit.reset()
          setOpen(false)
        }}
        title={t('Credit {companyName}?', { companyName })}
        confirm={t('Credit {sum}', { sum })}
        isBusy={credit.isPending}
        error={credit.error}
        onConfirm={() => {
          if (chosen !== undefined) credit.mutate({ vendorId: id, type, amountMinorUnit: chosen, reason: text })
        }}
      >
        {t(
          '{companyName} is credited with {sum}: “{text}”. Amounts above the approval threshold need a second operator.',
          { companyName, sum, text },
        )}
      </ConfirmDialog>
    </Paper>
  )
}
