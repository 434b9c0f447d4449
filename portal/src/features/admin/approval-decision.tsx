import { Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { formatMoney } from '../../format/money.ts'
import { oneLine } from '../billing/reason-input.tsx'
import { type Approval, approvalTitle } from './approvals.ts'
import { ADMIN } from './queries.ts'

export type Verdict = 'approve' | 'reject'
const REASON_CHARS_MAX = 200

interface DecisionProps {
  approval: Approval
  verdict: Verdict
  onClose: () => void
}

/** Names amount, vendor, reason and requester once more before anything moves. */
export function ApprovalDecision({ approval, verdict, onClose }: DecisionProps) {
  const [reason, setReason] = useState('')
  const { id, companyName, kind, requestedBy } = approval
  const title = approvalTitle(approval)
  const isCorrection = kind === 'WALLET_CORRECTION'
  const decide = useWrite(
    (body: { reason?: string } | undefined, key) => api.post<Approval>(`/admin/approvals/${id}/${verdict}`, body, key),
    {
      changes: [ADMIN],
      onDone: (decided) => {
        notifications.show({ message: verdict === 'approve' ? doneSentence(decided) : 'Request rejected.' })
        onClose()
      },
    },
  )
  const text = oneLine(reason)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={verdict === 'approve' ? `${title}?` : 'Reject this request?'}
      confirm={verdict === 'approve' ? title : 'Reject request'}
      isDangerous={verdict === 'reject' || isCorrection}
      isBusy={decide.isPending}
      error={decide.error}
      onConfirm={() => decide.mutate(verdict === 'reject' && text ? { reason: text } : undefined)}
    >
      <Stack gap="sm">
        <Text size="sm">
          {requestedBy.email} asked to{' '}
          {isCorrection
            ? `take back ${formatMoney(approval.amountMinorUnit, approval.currency)} from ${companyName}`
            : `${title.charAt(0).toLowerCase()}${title.slice(1)} to ${companyName}`}
          : “{approval.reason}”.
        </Text>
        {verdict === 'approve' ? (
          <Text size="sm">
            {isCorrection
              ? 'The wallet is debited at once, as far as its balance allows.'
              : 'The money is in the wallet at once, and the vendor is notified.'}
          </Text>
        ) : (
          <TextInput
            label="Reason (optional)"
            description="Operators see it."
            autoComplete="off"
            maxLength={REASON_CHARS_MAX}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}

function doneSentence({ kind, companyName, currency, amountMinorUnit, result }: Approval): string {
  if (kind === 'WALLET_CREDIT') return `${formatMoney(amountMinorUnit, currency)} credited to ${companyName}.`
  const rest = Number(result?.['uncorrectedMinorUnit'] ?? 0)
  const taken = `${formatMoney(Number(result?.['amountMinorUnit'] ?? 0), currency)} taken back from ${companyName}.`
  return rest > 0 ? `${taken} ${formatMoney(rest, currency)} was already spent or on hold.` : taken
}
