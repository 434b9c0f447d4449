import type { CorrectionView } from '@harkara/server/admin/schema'
import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../../../api/api.ts'
import type { Out } from '../../../../api/types.ts'
import { useApiMutation } from '../../../../api/use-api-mutation.ts'
import { formatMoney } from '../../../../format/money.ts'
import { t } from '../../../../format/translate.ts'
import { oneLine } from '../../../billing/refunds/reason-input.tsx'
import { isPendingApproval, notifyPendingApproval, type Pending } from '../../approvals/approvals.ts'
import { FormDialog } from '../../form-dialog.tsx'
import { ADMIN, type VendorDetail, type VendorTransaction } from '../../queries.ts'

type Correction = Out<typeof CorrectionView>
const REASON_CHARS_MAX = 200

interface CorrectProps {
  vendor: VendorDetail
  credit: VendorTransaction
  onClose: () => void
}

export function CorrectCredit({ vendor, credit, onClose }: CorrectProps) {
  const [reason, setReason] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const amount = formatMoney(credit.amountMinorUnit, credit.currency)
  const correct = useApiMutation(
    (input: { vendorId: string; transactionId: string; reason: string }, key) =>
      api.post<Correction | Pending>('/admin/wallet/corrections', input, key),
    {
      invalidates: [ADMIN],
      onSuccess: (answer) => {
        if (isPendingApproval(answer)) notifyPendingApproval()
        else notifications.show({ message: resultMessage(answer, vendor.companyName) })
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={t('Correct credit of {amount} to {companyName}', { amount, companyName: vendor.companyName })}
      about={t(
        'Debits this amount from the wallet, up to its available balance. Money already spent or on hold is not recovered later. A credit can be corrected once, and the correction cannot be undone.',
      )}
      confirm={t('Debit {amount}', { amount })}
      onClose={onClose}
      isBusy={correct.isPending}
      error={correct.error}
      onSubmit={() => {
        setSubmitted(true)
        const text = oneLine(reason)
        if (text) correct.mutate({ vendorId: vendor.id, transactionId: credit.id, reason: text })
      }}
    >
      <TextInput
        label={t('Reason')}
        description={t('Visible to the vendor and recorded in the audit log.')}
        autoComplete="off"
        maxLength={REASON_CHARS_MAX}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={isSubmitted && !oneLine(reason) ? t('Enter a reason.') : undefined}
        data-autofocus
      />
    </FormDialog>
  )
}

function resultMessage({ amountMinorUnit, uncorrectedMinorUnit, currency }: Correction, companyName: string) {
  const taken = t('{amount} debited from {companyName}.', {
    amount: formatMoney(amountMinorUnit, currency),
    companyName,
  })
  if (uncorrectedMinorUnit === 0) return taken
  return t('{taken} {amount} was already spent or on hold.', {
    taken,
    amount: formatMoney(uncorrectedMinorUnit, currency),
  })
}
