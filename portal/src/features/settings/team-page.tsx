import type { MemberView } from '@harkara/server/team/schema'
import { Button, Group, Menu, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useIsAdmin, useUser } from '../../api/session.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { FormModal } from '../../components/feedback/form-modal.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { rich } from '../../components/values/rich.ts'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { t } from '../../format/translate.ts'
import { emailError } from '../auth/password-input.tsx'
import { TEAM } from './team-queries.ts'
import { ResetDialog, TeamTwoFactor } from './team-two-factor.tsx'

const ABOUT = t('Administrators manage billing and the team. Members manage contacts, templates and campaigns.')
const ROLES = [
  { value: 'MEMBER', label: t('Member') },
  { value: 'ADMIN', label: t('Administrator') },
]

export function TeamPage() {
  const isAdmin = useIsAdmin()
  const [isInviting, setInviting] = useState(false)
  if (!isAdmin)
    return (
      <>
        <PageHeader title={t('Team')} about={ABOUT} />
        <EmptyState
          title={t('Administrators only')}
          about={t('Ask an administrator of your company to manage the team.')}
        />
      </>
    )
  return (
    <>
      <PageHeader
        title={t('Team')}
        about={ABOUT}
        actions={
          <Button leftSection={<PlusIcon />} onClick={() => setInviting(true)}>
            {t('Invite member')}
          </Button>
        }
      />
      <TeamTwoFactor />
      <Members />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

function Members() {
  const list = useListPage<MemberView>('/vendor/users', { key: TEAM })
  const [removed, setRemoved] = useState<MemberView>()
  const [reset, setReset] = useState<MemberView>()
  const remove = useApiMutation((member: MemberView) => api.delete(`/vendor/users/${member.id}`), {
    invalidates: [TEAM],
    onSuccess: () => setRemoved(undefined),
  })
  const columns: Column<MemberView>[] = [
    { name: t('Email'), cell: ({ email }) => email },
    { name: t('Role'), cell: ({ role }) => (role === 'ADMIN' ? t('Administrator') : t('Member')) },
    { name: t('Status'), cell: StateCell },
    {
      name: t('Two-factor'),
      cell: ({ status, mfaEnabled }) => (status === 'INVITED' ? '–' : mfaEnabled ? t('On') : t('Off')),
    },
    { name: t('Added'), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      name: t('Actions'),
      isActions: true,
      cell: (member) => <MemberMenu member={member} onRemove={setRemoved} onReset={setReset} />,
    },
  ]
  return (
    <>
      <DataTable
        label={t('Team')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('No members yet')} about={t('Invite your colleagues.')} />}
      />
      {reset && <ResetDialog member={reset} onClose={() => setReset(undefined)} />}
      <ConfirmDialog
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={removed?.status === 'INVITED' ? t('Withdraw invitation?') : t('Remove member?')}
        confirm={
          removed?.status === 'INVITED' ? t('Withdraw invitation') : t('Remove {email}', { email: removed?.email })
        }
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => removed && remove.mutate(removed)}
      >
        {removed?.status === 'INVITED'
          ? t('The invitation link sent to {email} stops working.', { email: removed.email })
          : t(
              'They are signed out everywhere and their account is deleted. API keys they created stop working, so programs that use them need new keys. Everything else they created is kept.',
            )}
      </ConfirmDialog>
    </>
  )
}

const StateCell = ({ status, expiresAt }: MemberView) =>
  status === 'ACTIVE' ? (
    <StatusDot tone="success">{t('Active')}</StatusDot>
  ) : (
    <>
      <StatusDot tone="pending">{t('Invited')}</StatusDot>
      {expiresAt && <>{rich(', expires {time}', { time: <RelativeTime at={expiresAt} /> })}</>}
    </>
  )

interface MenuProps {
  member: MemberView
  onRemove: (member: MemberView) => void
  onReset: (member: MemberView) => void
}

function MemberMenu({ member, onRemove, onReset }: MenuProps) {
  const own = useUser()
  const other = member.role === 'ADMIN' ? 'MEMBER' : 'ADMIN'
  const [isPromoting, setPromoting] = useState(false)
  const change = useApiMutation(() => api.patch(`/vendor/users/${member.id}`, { role: other }), {
    invalidates: [TEAM],
    onSuccess: () => {
      setPromoting(false)
      notifications.show({
        message: t('{email} is now {detail}.', {
          email: member.email,
          detail: other === 'ADMIN' ? t('an administrator') : t('a member'),
        }),
      })
    },
  })
  if (member.id === own.id) return <span>{t('You')}</span>
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-sm" variant="default" loading={change.isPending}>
            {t('Manage')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {member.status === 'ACTIVE' && (
            <Menu.Item onClick={() => (other === 'ADMIN' ? setPromoting(true) : change.mutate(undefined))}>
              {other === 'ADMIN' ? t('Make administrator') : t('Make member')}
            </Menu.Item>
          )}
          {member.mfaEnabled && <Menu.Item onClick={() => onReset(member)}>{t('Reset two-factor')}</Menu.Item>}
          <Menu.Item color="red" onClick={() => onRemove(member)}>
            {member.status === 'ACTIVE' ? t('Remove member') : t('Withdraw invitation')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {change.error && !isPromoting ? <ErrorState error={change.error} /> : null}
      <ConfirmDialog
        opened={isPromoting}
        onClose={() => setPromoting(false)}
        title={t('Make {email} an administrator?', { email: member.email })}
        confirm={t('Make {email} an administrator', { email: member.email })}
        isBusy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate(undefined)}
      >
        {t('They can spend money, change the plan, create API keys, and invite and remove anyone, including you.')}
      </ConfirmDialog>
    </>
  )
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', role: 'MEMBER' },
    validate: { email: emailError },
  })
  const invite = useApiMutation(
    (values: { email: string; role: string }, key) => api.post('/vendor/users', values, key),
    {
      invalidates: [TEAM],
      onSuccess: (_, { email }) => {
        notifications.show({ message: t('Invitation sent to {email}.', { email }) })
        onClose()
      },
    },
  )
  const [isTouched, setTouched] = useState(false)
  const { submit, isBusy, error } = useSubmit(form, invite.mutateAsync)
  return (
    <FormModal title={t('Invite member')} onClose={onClose} isUnsaved={isTouched && !invite.isSuccess}>
      <form onSubmit={submit} onInput={() => setTouched(true)} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('Email')}
            type="email"
            data-autofocus
            description={t('They receive a link that is valid for 7 days.')}
            {...form.getInputProps('email')}
            key={form.key('email')}
          />
          <Select
            label={t('Role')}
            data={ROLES}
            allowDeselect={false}
            {...form.getInputProps('role')}
            key={form.key('role')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('Send invitation')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
