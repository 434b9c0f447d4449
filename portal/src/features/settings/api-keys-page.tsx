import type { ApiKeyView, NewApiKeyView } from '@harkara/server/api-keys/schema'
import { Alert, Anchor, Button, Code, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useIsAdmin } from '../../api/session.ts'
import type { Out } from '../../api/types.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import classes from './api-keys-page.module.css'

type ApiKey = Out<typeof ApiKeyView>
type NewApiKey = Out<typeof NewApiKeyView>
const KEYS = ['api-keys']
const ABOUT = 'Let your own programs import contacts and send campaigns. A key has the rights of a member.'

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
  const list = useListPage<ApiKey>('/vendor/api-keys', { key: KEYS })
  const [deleted, setDeleted] = useState<ApiKey>()
  const remove = useApiMutation((key: ApiKey) => api.delete(`/vendor/api-keys/${key.id}`), {
    invalidates: [KEYS],
    onSuccess: () => setDeleted(undefined),
  })
  const columns: Column<ApiKey>[] = [
    { name: 'Name', cell: ({ name }) => name },
    { name: 'Key', cell: ({ hint }) => <Code>{hint}</Code> },
    {
      name: 'Created by',
      cell: ({ createdBy, status }) =>
        status === 'ACTIVE' ? (
          createdBy?.email
        ) : (
          <Text size="sm" c="red">
            Inactive: creator left the team
          </Text>
        ),
    },
    { name: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { name: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : 'Never') },
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

function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<NewApiKey>()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() ? null : 'Enter a name.') },
  })
  const make = useApiMutation((values: { name: string }) => api.post<NewApiKey>('/vendor/api-keys', values), {
    invalidates: [KEYS],
    onSuccess: setMade,
  })
  const { submit, isBusy, error } = useSubmit(form, make.mutateAsync)
  return (
    <Modal
      opened
      onClose={onClose}
      title={made ? 'API key created' : 'Create API key'}
      centered
      closeOnClickOutside={!made}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {made ? (
        <Stack gap="md">
          <Alert color="yellow" variant="light">
            Copy this key now. It is not shown again.
          </Alert>
          <Code block className={classes.key}>
            {made.key}
          </Code>
          <Group justify="flex-end">
            <CopyButton value={made.key}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy key'}
                </Button>
              )}
            </CopyButton>
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <TextInput
              label="Name"
              description="What the key is used for."
              placeholder="Nightly import"
              data-autofocus
              {...form.getInputProps('name')}
              key={form.key('name')}
            />
            <Text size="sm" c="dimmed">
              Anyone with this key can import contacts and spend your balance on campaigns.
            </Text>
            {error ? <ErrorState error={error} /> : null}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={isBusy}>
                Create key
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
