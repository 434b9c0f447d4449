import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useOperatorRights } from '../../../api/session.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { rich } from '../../../components/values/rich.ts'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
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
        <Alert color="red" variant="light" title={t('This vendor is suspended')} role="status">
          <Text size="sm">
            {rich('Suspended {time}. Nothing is sent. Reason: {reason}', {
              time: <RelativeTime at={suspension.since} />,
              reason: suspension.reason,
            })}
          </Text>
          {isOwner && (
            <Button mt="sm" size="xs" variant="default" onClick={() => setOpen(true)}>
              {t('Lift suspension')}
            </Button>
          )}
        </Alert>
      ) : (
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('Suspend vendor')}
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
        notifications.show({
          message: t('{companyName} is suspended and can no longer send messages.', {
            companyName: vendor.companyName,
          }),
        })
        onClose()
      },
    },
  )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Suspend {companyName}?', { companyName: vendor.companyName })}
      confirm={t('Suspend vendor')}
      isDangerous
      isBusy={suspend.isPending}
      isDisabled={!oneLine(reason)}
      error={suspend.error}
      onConfirm={() => suspend.mutate({ reason: oneLine(reason) })}
    >
      <Stack gap="sm">
        <List size="sm">
          <List.Item>{t('Running and scheduled campaigns pause immediately. Their funds stay on hold.')}</List.Item>
          <List.Item>{t('Launches, test messages, replies and invitations are refused.')}</List.Item>
          <List.Item>{t('The vendor can still sign in, read, pay, export and close the account.')}</List.Item>
          <List.Item>
            {t('Campaigns stay paused after the suspension is lifted, until the vendor resumes them.')}
          </List.Item>
        </List>
        <TextInput
          label={t('Reason')}
          description={t('Shown to the vendor and recorded in the audit log.')}
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
      notifications.show({ message: t('{companyName} can send again.', { companyName: vendor.companyName }) })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Lift the suspension of {companyName}?', { companyName: vendor.companyName })}
      confirm={t('Lift suspension')}
      isBusy={lift.isPending}
      error={lift.error}
      onConfirm={() => lift.mutate()}
    >
      {t(
        'The vendor can send again and is notified. Queued replies are sent immediately. Paused campaigns stay paused until the vendor resumes them.',
      )}
    </ConfirmDialog>
  )
}
