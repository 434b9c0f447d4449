import type { MemberView } from '@harkara/server/team/schema'
import { Button, Group, Menu, Modal, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useIsAdmin, useUser } from '../../api/session.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { useSubmit } from '../../components/use-submit.ts'
import { When } from '../../components/when.tsx'
import { words } from '../../format/words.ts'
import { looksLikeEmail } from '../auth/password-input.tsx'

const TEAM = ['team']
const ABOUT =
  'Administrators pay, invite and see invoices. Members import contacts, write templates and send campaigns.'
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
        <EmptyState
          title="For administrators"
          about="Only an administrator of your company sees and changes the team."
        />
      </>
    )
  return (
    <>
      <PageHeader
        title="Team"
        about={ABOUT}
        actions={
          <Button leftSection={<PlusIcon />} onClick={() => setInviting(true)}>
            Invite somebody
          </Button>
        }
      />
      <Members />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

function Members() {
  const list = useListPage<MemberView>('/vendor/users', { key: TEAM })
  const [removed, setRemoved] = useState<MemberView>()
  const remove = useWrite((member: MemberView) => api.delete(`/vendor/users/${member.id}`), {
    changes: [TEAM],
    onDone: () => setRemoved(undefined),
  })
  const columns: Column<MemberView>[] = [
    { name: 'Email', cell: ({ email }) => email },
    { name: 'Role', cell: ({ role }) => (role === 'ADMIN' ? 'Administrator' : 'Member') },
    { name: 'State', cell: StateCell },
    { name: 'Since', cell: ({ createdAt }) => <When at={createdAt} /> },
    { name: 'Actions', isActions: true, cell: (member) => <MemberMenu member={member} onRemove={setRemoved} /> },
  ]
  return (
    <>
      <DataTable
        label="Team"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState title="Nobody yet" about="Invite the people who work with you." />}
      />
      <ConfirmDialog
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={removed?.status === 'INVITED' ? 'Withdraw the invitation' : 'Remove from the team'}
        confirm={removed?.status === 'INVITED' ? `Withdraw it from ${removed.email}` : `Remove ${removed?.email}`}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => removed && remove.mutate(removed)}
      >
        {removed?.status === 'INVITED'
          ? 'The link in the mail stops working.'
          : 'They are signed out everywhere at once and their account is deleted. API keys they created stop working: create new ones for programs that use them. Everything else they made stays.'}
      </ConfirmDialog>
    </>
  )
}

const StateCell = ({ status, expiresAt }: MemberView) =>
  status === 'ACTIVE' ? (
    <StatusDot tone="good">Active</StatusDot>
  ) : (
    <>
      <StatusDot tone="wait">Invited</StatusDot>
      {expiresAt && (
        <>
          , ends <When at={expiresAt} />
        </>
      )}
    </>
  )

function MemberMenu({ member, onRemove }: { member: MemberView; onRemove: (member: MemberView) => void }) {
  const own = useUser()
  const other = member.role === 'ADMIN' ? 'MEMBER' : 'ADMIN'
  const change = useWrite(() => api.patch(`/vendor/users/${member.id}`, { role: other }), {
    changes: [TEAM],
    onDone: () => notifications.show({ message: `${member.email} is now ${words(other).toLowerCase()}.` }),
  })
  if (member.id === own.id) return <span>You</span>
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-sm" variant="default" loading={change.isPending}>
            Change
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {member.status === 'ACTIVE' && (
            <Menu.Item onClick={() => change.mutate(undefined)}>
              {other === 'ADMIN' ? 'Make administrator' : 'Make member'}
            </Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => onRemove(member)}>
            {member.status === 'ACTIVE' ? 'Remove from the team' : 'Withdraw the invitation'}
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
    validate: { email: looksLikeEmail },
  })
  const invite = useWrite((values: { email: string; role: string }, key) => api.post('/vendor/users', values, key), {
    changes: [TEAM],
    onDone: (_, { email }) => {
      notifications.show({ message: `An invitation is on its way to ${email}.` })
      onClose()
    },
  })
  const { submit, isBusy, error } = useSubmit(form, invite.mutateAsync)
  return (
    <Modal opened onClose={onClose} title="Invite somebody" centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Email"
            type="email"
            data-autofocus
            description="They get a link that is good for seven days."
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
              Go back
            </Button>
            <Button type="submit" loading={isBusy}>
              Send the invitation
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
