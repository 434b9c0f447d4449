import { Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { formatMoney } from '../../../format/money.ts'
import { oneLine } from '../../billing/refunds/reason-input.tsx'
import { ADMIN } from '../queries.ts'
import { type Approval, approvalTitle } from './approvals.ts'

export type Verdict = 'approve' | 'reject'
const REASON_CHARS_MAX = 200

interface DecisionProps {
  approval: Approval
  verdict: Verdict
  onClose: () => void
}

/** Repeats the amount, vendor, reason and requester before the decision. */
export function ApprovalDecision({ approval, verdict, onClose }: DecisionProps) {
  const [reason, setReason] = useState('')
  const { id, companyName, kind, requestedBy } = approval
  const title = approvalTitle(approval)
  const isCorrection = kind === 'WALLET_CORRECTION'
  const decide = useApiMutation(
    (body: { reason?: string } | undefined, key) => api.post<Approval>(`/admin/approvals/${id}/${verdict}`, body, key),
    {
      invalidates: [ADMIN],
      onSuccess: (decided) => {
        notifications.show({ message: verdict === 'approve' ? resultMessage(decided) : 'Request rejected.' })
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
          Requested by {requestedBy.email} for {companyName}: “{approval.reason}”.
        </Text>
        {verdict === 'approve' ? (
          <Text size="sm">
            {isCorrection
              ? 'The wallet is debited immediately, up to its available balance.'
              : 'The wallet is credited immediately, and the vendor is notified.'}
          </Text>
        ) : (
          <TextInput
            label="Reason (optional)"
            description="Visible to operators."
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

function resultMessage({ kind, companyName, currency, amountMinorUnit, result }: Approval): string {
  if (kind === 'WALLET_CREDIT') return `${formatMoney(amountMinorUnit, currency)} credited to ${companyName}.`
  const rest = Number(result?.['uncorrectedMinorUnit'] ?? 0)
  const taken = `${formatMoney(Number(result?.['amountMinorUnit'] ?? 0), currency)} debited from ${companyName}.`
  return rest > 0 ? `${taken} ${formatMoney(rest, currency)} was already spent or on hold.` : taken
}
