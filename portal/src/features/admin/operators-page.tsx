import type { OperatorView } from '@harkara/server/operators/schema'
import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useUser } from '../../api/session.ts'
import type { Out } from '../../api/types.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { ADMIN } from './queries.ts'

type OperatorRow = Out<typeof OperatorView>

export function OperatorsPage() {
  const { id: me } = useUser()
  const [chosen, setChosen] = useState<OperatorRow>()
  const list = useListPage<OperatorRow>('/admin/operators', { key: [...ADMIN, 'operators'] })
  const columns: Column<OperatorRow>[] = [
    {
      name: 'Operator',
      cell: ({ id, email }) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {email}
          {id === me && ' (you)'}
        </Text>
      ),
    },
    {
      name: 'Status',
      cell: ({ disabled }) => (
        <StatusDot tone={disabled ? 'neutral' : 'success'}>{disabled ? 'Disabled' : 'Enabled'}</StatusDot>
      ),
    },
    {
      name: 'Last sign-in',
      cell: ({ lastSignInAt }) => (lastSignInAt ? <RelativeTime at={lastSignInAt} /> : 'Never'),
    },
    { name: 'Added', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      name: 'Access',
      isActions: true,
      cell: (operator) =>
        operator.id !== me && (
          <Button variant="subtle" size="compact-sm" onClick={() => setChosen(operator)}>
            {operator.disabled ? 'Enable' : 'Disable'}
          </Button>
        ),
    },
  ]
  return (
    <>
      <PageHeader
        title="Operators"
        about="Platform staff who can use this area. Add operators on the command line with npm run operator:create."
      />
      <DataTable
        label="Operators"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No operators" about="Add one with npm run operator:create." />}
      />
      {chosen && <ChangeAccess operator={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

function ChangeAccess({ operator: { id, email, disabled }, onClose }: { operator: OperatorRow; onClose: () => void }) {
  const change = useApiMutation(
    (input: { disabled: boolean }) => api.patch<OperatorRow>(`/admin/operators/${id}`, input),
    {
      invalidates: [ADMIN],
      onSuccess: () => {
        notifications.show({ message: `${email} ${disabled ? 'enabled' : 'disabled'}.` })
        onClose()
      },
    },
  )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={disabled ? `Enable ${email}?` : `Disable ${email}?`}
      confirm={disabled ? 'Enable operator' : 'Disable operator'}
      isDangerous={!disabled}
      isBusy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ disabled: !disabled })}
    >
      {disabled
        ? 'They can sign in again with their password.'
        : 'They are signed out everywhere immediately and cannot sign in. Their pending approval requests are rejected.'}
    </ConfirmDialog>
  )
}
