import type { ApiKeyView } from '@harkara/server/api-keys/schema'
import { Anchor, Button, Code, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useIsAdmin } from '../../api/session.ts'
import type { Out } from '../../api/types.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { API_KEYS, SCOPE_WORDS } from './api-key.ts'
import classes from './api-keys-page.module.css'
import { CreateKeyDialog } from './create-key-dialog.tsx'

type ApiKey = Out<typeof ApiKeyView>
const ABOUT = 'Let your own programs import contacts and send campaigns. A key has at most the rights of a member.'

export function ApiKeysPage() {
  const isAdmin = useIsAdmin()
  const [isCreating, setCreating] = useState(false)
  if (!isAdmin)
    return (
      <>
        <PageHeader title="API keys" about={ABOUT} />
        <EmptyState title="Administrators only" about="Ask an administrator of your company to manage API keys." />
      </>
    )
  const make = (
    <Button leftSection={<PlusIcon />} onClick={() => setCreating(true)}>
      Create API key
    </Button>
  )
  return (
    <>
      <PageHeader title="API keys" about={ABOUT} actions={make} />
      <Keys />
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </>
  )
}

function Keys() {
  const list = useListPage<ApiKey>('/vendor/api-keys', { key: API_KEYS })
  const [deleted, setDeleted] = useState<ApiKey>()
  const remove = useApiMutation((key: ApiKey) => api.delete(`/vendor/api-keys/${key.id}`), {
    invalidates: [API_KEYS],
    onSuccess: () => setDeleted(undefined),
  })
  const columns: Column<ApiKey>[] = [
    { name: 'Name', cell: NameCell },
    { name: 'Access', cell: ({ scopes, allowedIps }) => <AccessCell scopes={scopes} allowedIps={allowedIps} /> },
    { name: 'Status', cell: StatusCell },
    { name: 'Created', cell: CreatedCell },
    { name: 'Last used', cell: LastUsedCell },
    {
      name: 'Actions',
      isActions: true,
      cell: (key) => (
        <Button size="compact-sm" variant="default" onClick={() => setDeleted(key)}>
          Delete
        </Button>
      ),
    },
  ]
  return (
    <>
      <DataTable
        label="API keys"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title="No API keys yet"
            about={
              <>
                Create a key to use the API from your own programs. See the{' '}
                <Anchor href="/docs" target="_blank" rel="noreferrer">
                  API documentation
                </Anchor>
                .
              </>
            }
          />
        }
      />
      <ConfirmDialog
        opened={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
        title="Delete API key?"
        confirm={`Delete ${deleted?.name}`}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => deleted && remove.mutate(deleted)}
      >
        Programs that use this key stop working immediately. This cannot be undone.
      </ConfirmDialog>
    </>
  )
}

const NameCell = ({ name, hint }: ApiKey) => (
  <Stack gap={2} align="flex-start">
    <span>{name}</span>
    <Code>{hint}</Code>
  </Stack>
)

function AccessCell({ scopes, allowedIps }: Pick<ApiKey, 'scopes' | 'allowedIps'>) {
  return (
    <Stack gap={2}>
      {scopes === null ? (
        <span>Full access</span>
      ) : (
        scopes.map((scope) => (
          <Text key={scope} size="sm">
            {SCOPE_WORDS[scope]}
          </Text>
        ))
      )}
      {allowedIps && (
        <Text size="sm" c="dimmed" className={classes.addresses}>
          Only from {allowedIps.join(', ')}
        </Text>
      )}
    </Stack>
  )
}

function StatusCell({ status, expiresAt }: ApiKey) {
  if (status === 'CREATOR_REMOVED')
    return (
      <StatusDot tone="error" wraps>
        Inactive: creator left the team
      </StatusDot>
    )
  if (status === 'EXPIRED') return <StatusDot tone="error">Expired</StatusDot>
  return (
    <Stack gap={2}>
      <StatusDot tone="success">Active</StatusDot>
      <Text size="sm" c="dimmed">
        {expiresAt ? (
          <>
            Expires <RelativeTime at={expiresAt} />
          </>
        ) : (
          'Does not expire'
        )}
      </Text>
    </Stack>
  )
}

const CreatedCell = ({ createdAt, createdBy }: ApiKey) => (
  <Stack gap={2}>
    <RelativeTime at={createdAt} />
    {createdBy?.email && (
      <Text size="sm" c="dimmed" className={classes.addresses}>
        by {createdBy.email}
      </Text>
    )}
  </Stack>
)

const LastUsedCell = ({ lastUsedAt, lastUsedFrom }: ApiKey) =>
  lastUsedAt ? (
    <Stack gap={2}>
      <RelativeTime at={lastUsedAt} />
      {lastUsedFrom && (
        <Text size="sm" c="dimmed">
          from {lastUsedFrom}
        </Text>
      )}
    </Stack>
  ) : (
    'Never'
  )
