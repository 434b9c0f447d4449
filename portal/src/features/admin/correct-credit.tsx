import type { CorrectionView } from '@harkara/server/admin/schema'
import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import type { Out } from '../../api/types.ts'
import { useWrite } from '../../api/use-write.ts'
import { formatMoney } from '../../format/money.ts'
import { oneLine } from '../billing/reason-input.tsx'
import { AddDialog } from './add-dialog.tsx'
import { isWaiting, type Pending, sayItWaits } from './approvals.ts'
import { ADMIN, type VendorTransaction, type WholeVendor } from './queries.ts'

type Correction = Out<typeof CorrectionView>
const REASON_CHARS_MAX = 200

interface CorrectProps {
  vendor: WholeVendor
  credit: VendorTransaction
  onClose: () => void
}

export function CorrectCredit({ vendor, credit, onClose }: CorrectProps) {
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const amount = formatMoney(credit.amountMinorUnit, credit.currency)
  const correct = useWrite(
    (input: { vendorId: string; transactionId: string; reason: string }, key) =>
      api.post<Correction | Pending>('/admin/wallet/corrections', input, key),
    {
      changes: [ADMIN],
      onDone: (answer) => {
        if (isWaiting(answer)) sayItWaits()
        else notifications.show({ message: takenSentence(answer, vendor.companyName) })
        onClose()
      },
    },
  )
  return (
    <AddDialog
      title={`Take back ${amount} from ${vendor.companyName}`}
      about="The wallet is debited by this amount, or by what its balance still has: money already spent or on hold is not taken back later. This can be done once and cannot be undone."
      confirm={`Take back ${amount}`}
      onClose={onClose}
      isBusy={correct.isPending}
      error={correct.error}
      onSubmit={() => {
        setTried(true)
        const text = oneLine(reason)
        if (text) correct.mutate({ vendorId: vendor.id, transactionId: credit.id, reason: text })
      }}
    >
      <TextInput
        label="Reason"
        description="The vendor sees it, and it is kept in the audit log."
        autoComplete="off"
        maxLength={REASON_CHARS_MAX}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={isTried && !oneLine(reason) ? 'Enter a reason.' : undefined}
        data-autofocus
      />
    </AddDialog>
  )
}

function takenSentence({ amountMinorUnit, uncorrectedMinorUnit, currency }: Correction, companyName: string) {
  const taken = `${formatMoney(amountMinorUnit, currency)} taken back from ${companyName}.`
  if (uncorrectedMinorUnit === 0) return taken
  return `${taken} ${formatMoney(uncorrectedMinorUnit, currency)} was already spent or on hold.`
}
