import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useOperatorRights } from '../../../api/session.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { oneLine } from '../../billing/refunds/reason-input.tsx'
import { ADMIN, type VendorDetail } from '../queries.ts'

/** Why a vendor is suspended, or the button that suspends it. Only owners may do either. */
export function Suspension({ vendor }: { vendor: VendorDetail }) {
  const { isOwner } = useOperatorRights()
  const [isOpen, setOpen] = useState(false)
  const { suspension } = vendor
  if (suspension === null && (vendor.status !== 'ACTIVE' || !isOwner)) return null
  return (
    <>
      {suspension ? (
        <Alert color="red" variant="light" title="This vendor is suspended" role="status">
          <Text size="sm">
            Suspended <RelativeTime at={suspension.since} />. Nothing is sent. Reason: {suspension.reason}
          </Text>
          {isOwner && (
            <Button mt="sm" size="xs" variant="default" onClick={() => setOpen(true)}>
              Lift suspension
            </Button>
          )}
        </Alert>
      ) : (
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            Suspend vendor
          </Button>
        </Group>
      )}
      {isOpen &&
        (suspension ? (
          <Lift vendor={vendor} onClose={() => setOpen(false)} />
        ) : (
          <Suspend vendor={vendor} onClose={() => setOpen(false)} />
        ))}
    </>
  )
}

interface DialogProps {
  vendor: VendorDetail
  onClose: () => void
}

function Suspend({ vendor, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const suspend = useApiMutation(
    (body: { reason: string }) => api.post<VendorDetail>(`/admin/vendors/${vendor.id}/suspend`, body),
    {
      invalidates: [ADMIN],
      onSuccess: () => {
        notifications.show({ message: `${vendor.companyName} suspended. Nothing is sent any more.` })
        onClose()
      },
    },
  )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Suspend ${vendor.companyName}?`}
      confirm="Suspend vendor"
      isDangerous
      isBusy={suspend.isPending}
      isDisabled={!oneLine(reason)}
      error={suspend.error}
      onConfirm={() => suspend.mutate({ reason: oneLine(reason) })}
    >
      <Stack gap="sm">
        <List size="sm">
          <List.Item>Running and scheduled campaigns pause immediately. Their funds stay on hold.</List.Item>
          <List.Item>Launches, test messages, replies and invitations are refused.</List.Item>
          <List.Item>The vendor can still sign in, read, pay, export and close the account.</List.Item>
          <List.Item>Campaigns stay paused after the suspension is lifted, until the vendor resumes them.</List.Item>
        </List>
        <TextInput
          label="Reason"
          description="Shown to the vendor and recorded in the audit log."
          autoComplete="off"
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  )
}

function Lift({ vendor, onClose }: DialogProps) {
  const lift = useApiMutation(() => api.post<VendorDetail>(`/admin/vendors/${vendor.id}/unsuspend`), {
    invalidates: [ADMIN],
    onSuccess: () => {
      notifications.show({ message: `${vendor.companyName} can send again.` })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Lift the suspension of ${vendor.companyName}?`}
      confirm="Lift suspension"
      isBusy={lift.isPending}
      error={lift.error}
      onConfirm={() => lift.mutate()}
    >
      The vendor can send again and is notified. Queued replies are sent immediately. Paused campaigns stay paused until
      the vendor resumes them.
    </ConfirmDialog>
  )
}
