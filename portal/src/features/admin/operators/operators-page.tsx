import { Button, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { useOperatorRights, useUser } from '../../../api/session.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { PlusIcon } from '../../../components/icons.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { StatusDot, type Tone } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { ADMIN } from '../queries.ts'
import { ResetMfaDialog } from '../reset-mfa-dialog.tsx'
import { ChangeRole, InviteOperator, RemoveOperator, ToggleAccess } from './operator-dialogs.tsx'
import { type OperatorRow, ROLES } from './operator-roles.ts'

const STATUSES: Record<OperatorRow['status'], [Tone, string]> = {
  ACTIVE: ['success', 'Active'],
  DISABLED: ['neutral', 'Disabled'],
  INVITED: ['pending', 'Invited'],
}

const ResetOperatorMfa = ({ operator, onClose }: { operator: OperatorRow; onClose: () => void }) => (
  <ResetMfaDialog email={operator.email} onClose={onClose} />
)

const DIALOGS = { role: ChangeRole, access: ToggleAccess, mfa: ResetOperatorMfa, remove: RemoveOperator }
type Verb = keyof typeof DIALOGS

export function OperatorsPage() {
  const { id: me } = useUser()
  const { isOwner } = useOperatorRights()
  const [isInviting, setInviting] = useState(false)
  const [chosen, setChosen] = useState<{ operator: OperatorRow; verb: Verb }>()
  const list = useListPage<OperatorRow>('/admin/operators', { key: [...ADMIN, 'operators'] })
  const Dialog = chosen && DIALOGS[chosen.verb]
  return (
    <>
      <PageHeader
        title="Operators"
        about="Platform staff who can use this area. Owners manage operators, Finance moves money, Support only reads."
        actions={
          isOwner && (
            <Button leftSection={<PlusIcon />} onClick={() => setInviting(true)}>
              Invite operator
            </Button>
          )
        }
      />
      <DataTable
        label="Operators"
        columns={
          isOwner ? [...columns(me), actions(me, (operator, verb) => setChosen({ operator, verb }))] : columns(me)
        }
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No operators" about="Invite one, or use npm run operator:create." />}
      />
      {isInviting && <InviteOperator onClose={() => setInviting(false)} />}
      {chosen && Dialog && <Dialog operator={chosen.operator} onClose={() => setChosen(undefined)} />}
    </>
  )
}

const columns = (me: string): Column<OperatorRow>[] => [
  {
    name: 'Operator',
    cell: ({ id, email }) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {email}
        {id === me && ' (you)'}
      </Text>
    ),
  },
  { name: 'Role', cell: ({ role }) => ROLES[role].label },
  {
    name: 'Status',
    cell: ({ status, expiresAt }) => {
      const [tone, word] = STATUSES[status]
      return (
        <>
          <StatusDot tone={tone}>{word}</StatusDot>
          {expiresAt && (
            <Text size="xs" c="dimmed">
              Expires <RelativeTime at={expiresAt} />
            </Text>
          )}
        </>
      )
    },
  },
  {
    name: 'Last sign-in',
    cell: ({ lastSignInAt }) => (lastSignInAt ? <RelativeTime at={lastSignInAt} /> : 'Never'),
  },
  { name: 'Two-factor', cell: ({ mfaEnabled }) => (mfaEnabled ? 'On' : 'Off') },
  { name: 'Added', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]

const actions = (me: string, choose: (operator: OperatorRow, verb: Verb) => void): Column<OperatorRow> => ({
  name: 'Actions',
  isActions: true,
  cell: (operator) =>
    operator.status === 'INVITED' ? (
      <Button variant="subtle" size="compact-sm" onClick={() => choose(operator, 'remove')}>
        Withdraw invitation
      </Button>
    ) : (
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="subtle" size="compact-sm" aria-label={`Manage ${operator.email}`}>
            Manage
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => choose(operator, 'role')}>Change role</Menu.Item>
          {operator.id !== me && (
            <Menu.Item onClick={() => choose(operator, 'access')}>{operator.disabled ? 'Enable' : 'Disable'}</Menu.Item>
          )}
          {operator.id !== me && operator.mfaEnabled && (
            <Menu.Item onClick={() => choose(operator, 'mfa')}>Reset two-factor</Menu.Item>
          )}
          <Menu.Item onClick={() => choose(operator, 'remove')}>Remove</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
})
