import { OPERATOR_ROLES, type OperatorRole } from '@harkara/server/domain/accounts/operator-role'
import { Radio, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useUser } from '../../../api/session.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { t } from '../../../format/translate.ts'
import { FormDialog } from '../form-dialog.tsx'
import { ADMIN } from '../queries.ts'
import { type OperatorRow, ROLES } from './operator-roles.ts'

interface DialogProps {
  operator: OperatorRow
  onClose: () => void
}

const RoleInput = ({ role, onChange }: { role: OperatorRole; onChange: (role: OperatorRole) => void }) => (
  <Radio.Group label={t('Role')} value={role} onChange={(value) => onChange(value as OperatorRole)}>
    <Stack gap="xs" mt="xs">
      {OPERATOR_ROLES.map((value) => (
        <Radio key={value} value={value} label={ROLES[value].label} description={ROLES[value].about} />
      ))}
    </Stack>
  </Radio.Group>
)

export function InviteOperator({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<OperatorRole>('SUPPORT')
  const [isSubmitted, setSubmitted] = useState(false)
  const address = email.trim()
  const isAddress = /^\S+@\S+\.\S+$/.test(address)
  const invite = useApiMutation(
    (input: { email: string; role: OperatorRole }, key) => api.post<OperatorRow>('/admin/operators', input, key),
    {
      invalidates: [ADMIN],
      onSuccess: (invited) => {
        notifications.show({ message: t('Invitation sent to {email}.', { email: invited.email }) })
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={t('Invite operator')}
      about={t('They get an email with a link to choose a password. It is valid for seven days.')}
      confirm={t('Invite as {label}', { label: ROLES[role].label })}
      onClose={onClose}
      isBusy={invite.isPending}
      error={invite.error}
      onSubmit={() => {
        setSubmitted(true)
        if (isAddress) invite.mutate({ email: address, role })
      }}
    >
      <TextInput
        label={t('Email address')}
        type="email"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={isSubmitted && !isAddress ? t('Enter an email address.') : undefined}
        data-autofocus
      />
      <RoleInput role={role} onChange={setRole} />
    </FormDialog>
  )
}

export function ChangeRole({ operator: { id, email, role: before }, onClose }: DialogProps) {
  const [role, setRole] = useState(before)
  const { id: me } = useUser()
  const change = useApiMutation(
    (input: { role: OperatorRole }) => api.patch<OperatorRow>(`/admin/operators/${id}`, input),
    {
      invalidates: [ADMIN],
      onSuccess: () => {
        notifications.show({ message: t('{email} is now {label}.', { email, label: ROLES[role].label }) })
        onClose()
        // The page still offers what the former role could do.
        if (id === me) window.location.reload()
      },
    },
  )
  return (
    <FormDialog
      title={t('Change the role of {email}', { email })}
      about={t('Takes effect immediately. If they become Support, their pending approval requests are rejected.')}
      confirm={t('Change to {label}', { label: ROLES[role].label })}
      onClose={onClose}
      isBusy={change.isPending}
      error={change.error}
      onSubmit={() => (role === before ? onClose() : change.mutate({ role }))}
    >
      <RoleInput role={role} onChange={setRole} />
    </FormDialog>
  )
}

export function ToggleAccess({ operator: { id, email, disabled }, onClose }: DialogProps) {
  const change = useApiMutation(
    (input: { disabled: boolean }) => api.patch<OperatorRow>(`/admin/operators/${id}`, input),
    {
      invalidates: [ADMIN],
      onSuccess: () => {
        notifications.show({ message: disabled ? t('{email} enabled.', { email }) : t('{email} disabled.', { email }) })
        onClose()
      },
    },
  )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={disabled ? t('Enable {email}?', { email }) : t('Disable {email}?', { email })}
      confirm={disabled ? t('Enable operator') : t('Disable operator')}
      isDangerous={!disabled}
      isBusy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ disabled: !disabled })}
    >
      {disabled
        ? t('They can sign in again with their password.')
        : t(
            'They are signed out everywhere immediately and cannot sign in. Their pending approval requests are rejected.',
          )}
    </ConfirmDialog>
  )
}

export function RemoveOperator({ operator: { id, email, status }, onClose }: DialogProps) {
  const isInvitation = status === 'INVITED'
  const remove = useApiMutation(() => api.delete(`/admin/operators/${id}`), {
    invalidates: [ADMIN],
    onSuccess: () => {
      notifications.show({ message: isInvitation ? t('Invitation withdrawn.') : t('{email} removed.', { email }) })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={isInvitation ? t('Withdraw the invitation of {email}?', { email }) : t('Remove {email}?', { email })}
      confirm={isInvitation ? t('Withdraw invitation') : t('Remove operator')}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      {isInvitation
        ? t('The link in the email stops working.')
        : t(
            'Their account is deleted and they are signed out everywhere immediately. Their pending approval requests are rejected. What they did stays in the audit log. This cannot be undone.',
          )}
    </ConfirmDialog>
  )
}
