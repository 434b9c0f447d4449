import { Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { t } from '../../../format/translate.ts'
import { oneLine } from '../../billing/refunds/reason-input.tsx'
import { ADMIN } from '../queries.ts'
import {
  APPROVAL_EFFECTS,
  type Approval,
  approvalResult,
  approvalSubject,
  approvalTitle,
  takesMoney,
} from './approvals.ts'

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
  const { id, kind, requestedBy } = approval
  const title = approvalTitle(approval)
  const decide = useApiMutation(
    (body: { reason?: string } | undefined, key) => api.post<Approval>(`/admin/approvals/${id}/${verdict}`, body, key),
    {
      invalidates: [ADMIN],
      onSuccess: (decided) => {
        notifications.show({ message: verdict === 'approve' ? approvalResult(decided) : t('Request rejected.') })
        onClose()
      },
    },
  )
  const text = oneLine(reason)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={verdict === 'approve' ? `${title}?` : t('Reject this request?')}
      confirm={verdict === 'approve' ? title : t('Reject request')}
      isDangerous={verdict === 'reject' || takesMoney(kind)}
      isBusy={decide.isPending}
      error={decide.error}
      onConfirm={() => decide.mutate(verdict === 'reject' && text ? { reason: text } : undefined)}
    >
      <Stack gap="sm">
        <Text size="sm">
          {t('Requested by {email}: “{reason}”.', { email: requestedBy.email, reason: approval.reason })}{' '}
          {approvalSubject(approval)}
        </Text>
        {approval.text && (
          <Text size="sm">
            {kind === 'PAYOUT'
              ? t('Bank reference: “{text}”.', { text: approval.text })
              : t('Note to the vendor: “{text}”.', { text: approval.text })}
          </Text>
        )}
        {verdict === 'approve' ? (
          <Text size="sm">{APPROVAL_EFFECTS[kind]}</Text>
        ) : (
          <TextInput
            label={t('Reason (optional)')}
            description={t('Visible to operators.')}
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
