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
import { rich } from '../../components/values/rich.ts'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { t } from '../../format/translate.ts'
import { API_KEYS, SCOPE_WORDS } from './api-key.ts'
import classes from './api-keys-page.module.css'
import { CreateKeyDialog } from './create-key-dialog.tsx'

type ApiKey = Out<typeof ApiKeyView>
const ABOUT = t('Let your own programs import contacts and send campaigns. A key has at most the rights of a member.')

export function ApiKeysPage() {
  const isAdmin = useIsAdmin()
  const [isCreating, setCreating] = useState(false)
  if (!isAdmin)
    return (
      <>
        <PageHeader title={t('API keys')} about={ABOUT} />
        <EmptyState
          title={t('Administrators only')}
          about={t('Ask an administrator of your company to manage API keys.')}
        />
      </>
    )
  const make = (
    <Button leftSection={<PlusIcon />} onClick={() => setCreating(true)}>
      {t('Create API key')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('API keys')} about={ABOUT} actions={make} />
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
    { name: t('Name'), cell: NameCell },
    { name: t('Access'), cell: ({ scopes, allowedIps }) => <AccessCell scopes={scopes} allowedIps={allowedIps} /> },
    { name: t('Status'), cell: StatusCell },
    { name: t('Created'), cell: CreatedCell },
    { name: t('Last used'), cell: LastUsedCell },
    {
      name: t('Actions'),
      isActions: true,
      cell: (key) => (
        <Button size="compact-sm" variant="default" onClick={() => setDeleted(key)}>
          {t('Delete')}
        </Button>
      ),
    },
  ]
  return (
    <>
      <DataTable
        label={t('API keys')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            illustration="documents"
            title={t('No API keys yet')}
            about={rich('Create a key to use the API from your own programs. See the <link>API documentation</link>.', {
              link: (text) => (
                <Anchor href="/docs" target="_blank" rel="noreferrer">
                  {text}
                </Anchor>
              ),
            })}
          />
        }
      />
      <ConfirmDialog
        opened={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
        title={t('Delete API key?')}
        confirm={t('Delete {name}', { name: deleted?.name })}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => deleted && remove.mutate(deleted)}
      >
        {t('Programs that use this key stop working immediately. This cannot be undone.')}
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
        <span>{t('Full access')}</span>
      ) : (
        scopes.map((scope) => (
          <Text key={scope} size="sm">
            {SCOPE_WORDS[scope]}
          </Text>
        ))
      )}
      {allowedIps && (
        <Text size="sm" c="dimmed" className={classes.addresses}>
          {t('Only from {allowedIps}', { allowedIps: allowedIps.join(', ') })}
        </Text>
      )}
    </Stack>
  )
}

function StatusCell({ status, expiresAt }: ApiKey) {
  if (status === 'CREATOR_REMOVED')
    return (
      <StatusDot tone="error" wraps>
        {t('Inactive: creator left the team')}
      </StatusDot>
    )
  if (status === 'EXPIRED') return <StatusDot tone="error">{t('Expired')}</StatusDot>
  return (
    <Stack gap={2}>
      <StatusDot tone="success">{t('Active')}</StatusDot>
      <Text size="sm" c="dimmed">
        {expiresAt ? rich('Expires {time}', { time: <RelativeTime at={expiresAt} /> }) : t('Does not expire')}
      </Text>
    </Stack>
  )
}

const CreatedCell = ({ createdAt, createdBy }: ApiKey) => (
  <Stack gap={2}>
    <RelativeTime at={createdAt} />
    {createdBy?.email && (
      <Text size="sm" c="dimmed" className={classes.addresses}>
        {t('by {email}', { email: createdBy.email })}
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
          {t('from {lastUsedFrom}', { lastUsedFrom })}
        </Text>
      )}
    </Stack>
  ) : (
    t('Never')
  )
