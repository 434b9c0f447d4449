import type { MemberView } from '@harkara/server/team/schema'
import { Button, Group, Menu, Modal, Select, Stack, TextInput } from '@mantine/core'
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
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { emailError } from '../auth/password-input.tsx'
import { TEAM } from './team-queries.ts'
import { ResetDialog, TeamTwoFactor } from './team-two-factor.tsx'

const ABOUT = 'Administrators manage billing and the team. Members manage contacts, templates and campaigns.'
const ROLES = [
  { value: 'MEMBER', label: 'Member' },
  { value: 'ADMIN', label: 'Administrator' },
]

export function TeamPage() {
  const isAdmin = useIsAdmin()
  const [isInviting, setInviting] = useState(false)
  if (!isAdmin)
    return (
      <>
        <PageHeader title="Team" about={ABOUT} />
        <EmptyState title="Administrators only" about="Ask an administrator of your company to manage the team." />
      </>
    )
  return (
    <>
      <PageHeader
        title="Team"
        about={ABOUT}
        actions={
          <Button leftSection={<PlusIcon />} onClick={() => setInviting(true)}>
            Invite member
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
    { name: 'Email', cell: ({ email }) => email },
    { name: 'Role', cell: ({ role }) => (role === 'ADMIN' ? 'Administrator' : 'Member') },
    { name: 'Status', cell: StateCell },
    {
      name: 'Two-factor',
      cell: ({ status, mfaEnabled }) => (status === 'INVITED' ? '–' : mfaEnabled ? 'On' : 'Off'),
    },
    { name: 'Added', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      name: 'Actions',
      isActions: true,
      cell: (member) => <MemberMenu member={member} onRemove={setRemoved} onReset={setReset} />,
    },
  ]
  return (
    <>
      <DataTable
        label="Team"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No members yet" about="Invite your colleagues." />}
      />
      {reset && <ResetDialog member={reset} onClose={() => setReset(undefined)} />}
      <ConfirmDialog
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={removed?.status === 'INVITED' ? 'Withdraw invitation?' : 'Remove member?'}
        confirm={removed?.status === 'INVITED' ? 'Withdraw invitation' : `Remove ${removed?.email}`}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => removed && remove.mutate(removed)}
      >
        {removed?.status === 'INVITED'
          ? `The invitation link sent to ${removed.email} stops working.`
          : 'They are signed out everywhere and their account is deleted. API keys they created stop working, so programs that use them need new keys. Everything else they created is kept.'}
      </ConfirmDialog>
    </>
  )
}

const StateCell = ({ status, expiresAt }: MemberView) =>
  status === 'ACTIVE' ? (
    <StatusDot tone="success">Active</StatusDot>
  ) : (
    <>
      <StatusDot tone="pending">Invited</StatusDot>
      {expiresAt && (
        <>
          , expires <RelativeTime at={expiresAt} />
        </>
      )}
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
  const change = useApiMutation(() => api.patch(`/vendor/users/${member.id}`, { role: other }), {
    invalidates: [TEAM],
    onSuccess: () =>
      notifications.show({ message: `${member.email} is now ${other === 'ADMIN' ? 'an administrator' : 'a member'}.` }),
  })
  if (member.id === own.id) return <span>You</span>
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-sm" variant="default" loading={change.isPending}>
            Manage
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {member.status === 'ACTIVE' && (
            <Menu.Item onClick={() => change.mutate(undefined)}>
              {other === 'ADMIN' ? 'Make administrator' : 'Make member'}
            </Menu.Item>
          )}
          {member.mfaEnabled && <Menu.Item onClick={() => onReset(member)}>Reset two-factor</Menu.Item>}
          <Menu.Item color="red" onClick={() => onRemove(member)}>
            {member.status === 'ACTIVE' ? 'Remove member' : 'Withdraw invitation'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {change.error ? <ErrorState error={change.error} /> : null}
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
        notifications.show({ message: `Invitation sent to ${email}.` })
        onClose()
      },
    },
  )
  const { submit, isBusy, error } = useSubmit(form, invite.mutateAsync)
  return (
    <Modal opened onClose={onClose} title="Invite member" centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Email"
            type="email"
            data-autofocus
            description="They receive a link that is valid for 7 days."
            {...form.getInputProps('email')}
            key={form.key('email')}
          />
          <Select
            label="Role"
            data={ROLES}
            allowDeselect={false}
            {...form.getInputProps('role')}
            key={form.key('role')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy}>
              Send invitation
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
