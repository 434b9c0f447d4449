import { Button, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { useOperatorRights, useUser } from '../../../api/session.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { PlusIcon } from '../../../components/icons.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { rich } from '../../../components/values/rich.ts'
import { StatusDot, type Tone } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import { ADMIN } from '../queries.ts'
import { ResetMfaDialog } from '../reset-mfa-dialog.tsx'
import { ConfirmOperator } from './confirm-operator.tsx'
import { ChangeRole, InviteOperator, RemoveOperator, ToggleAccess } from './operator-dialogs.tsx'
import { type OperatorRow, ROLES } from './operator-roles.ts'

const STATUSES: Record<OperatorRow['status'], [Tone, string]> = {
  ACTIVE: ['success', t('Active')],
  DISABLED: ['neutral', t('Disabled')],
  INVITED: ['pending', t('Invited')],
}

const ResetOperatorMfa = ({ operator, onClose }: { operator: OperatorRow; onClose: () => void }) => (
  <ResetMfaDialog email={operator.email} onClose={onClose} />
)

const DIALOGS = {
  role: ChangeRole,
  confirm: ConfirmOperator,
  access: ToggleAccess,
  mfa: ResetOperatorMfa,
  remove: RemoveOperator,
}
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
        title={t('Operators')}
        about={t(
          'Platform staff who can use this area. Owners manage operators, Finance moves money, Support has read-only access.',
        )}
        actions={
          isOwner && (
            <Button leftSection={<PlusIcon />} onClick={() => setInviting(true)}>
              {t('Invite operator')}
            </Button>
          )
        }
      />
      <DataTable
        label={t('Operators')}
        columns={
          isOwner ? [...columns(me), actions(me, (operator, verb) => setChosen({ operator, verb }))] : columns(me)
        }
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('No operators')} about={t('Invite one, or use npm run operator:create.')} />}
      />
      {isInviting && <InviteOperator onClose={() => setInviting(false)} />}
      {chosen && Dialog && <Dialog operator={chosen.operator} onClose={() => setChosen(undefined)} />}
    </>
  )
}

const columns = (me: string): Column<OperatorRow>[] => [
  {
    name: t('Operator'),
    cell: (operator) => (
      <>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {operator.email}
          {operator.id === me && ` ${t('(you)')}`}
        </Text>
        <Origin operator={operator} />
      </>
    ),
  },
  { name: t('Role'), cell: ({ role }) => ROLES[role].label },
  {
    name: t('Status'),
    cell: ({ status, expiresAt }) => {
      const [tone, word] = STATUSES[status]
      return (
        <>
          <StatusDot tone={tone}>{word}</StatusDot>
          {expiresAt && (
            <Text size="xs" c="dimmed">
              {rich('Expires {time}', { time: <RelativeTime at={expiresAt} /> })}
            </Text>
          )}
        </>
      )
    },
  },
  {
    name: t('Last sign-in'),
    cell: ({ lastSignInAt }) => (lastSignInAt ? <RelativeTime at={lastSignInAt} /> : t('Never')),
  },
  { name: t('Two-factor'), cell: ({ mfaEnabled }) => (mfaEnabled ? t('On') : t('Off')) },
  { name: t('Added'), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]

const isUnconfirmed = ({ invitedBy, confirmedBy, status }: OperatorRow) =>
  invitedBy !== null && confirmedBy === null && status !== 'INVITED'

const Origin = ({ operator }: { operator: OperatorRow }) =>
  operator.invitedBy && (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {isUnconfirmed(operator)
        ? t('Invited by {email}, not confirmed by another owner', { email: operator.invitedBy.email })
        : t('Invited by {email}', { email: operator.invitedBy.email })}
    </Text>
  )

const actions = (me: string, choose: (operator: OperatorRow, verb: Verb) => void): Column<OperatorRow> => ({
  name: t('Actions'),
  isActions: true,
  cell: (operator) =>
    operator.status === 'INVITED' ? (
      <Button variant="subtle" size="compact-sm" onClick={() => choose(operator, 'remove')}>
        {t('Withdraw invitation')}
      </Button>
    ) : (
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="subtle" size="compact-sm" aria-label={t('Manage {email}', { email: operator.email })}>
            {t('Manage')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => choose(operator, 'role')}>{t('Change role')}</Menu.Item>
          {operator.id !== me && operator.invitedBy?.id !== me && isUnconfirmed(operator) && (
            <Menu.Item onClick={() => choose(operator, 'confirm')}>{t('Confirm')}</Menu.Item>
          )}
          {operator.id !== me && (
            <Menu.Item onClick={() => choose(operator, 'access')}>
              {operator.disabled ? t('Enable') : t('Disable')}
            </Menu.Item>
          )}
          {operator.id !== me && operator.mfaEnabled && (
            <Menu.Item onClick={() => choose(operator, 'mfa')}>{t('Reset two-factor')}</Menu.Item>
          )}
          <Menu.Item onClick={() => choose(operator, 'remove')}>{t('Remove')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
})
