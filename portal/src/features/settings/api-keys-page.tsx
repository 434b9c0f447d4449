import type { ApiKeyView, NewApiKeyView } from '@harkara/server/api-keys/schema'
import { Alert, Anchor, Button, Code, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useIsAdmin } from '../../api/session.ts'
import type { Out } from '../../api/types.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useSubmit } from '../../components/use-submit.ts'
import { When } from '../../components/when.tsx'
import classes from './api-keys-page.module.css'

type ApiKey = Out<typeof ApiKeyView>
type NewApiKey = Out<typeof NewApiKeyView>
const KEYS = ['api-keys']
const ABOUT = 'For programs of yours that import contacts or send. A key acts as a member: it cannot pay or invite.'

export function ApiKeysPage() {
  const isAdmin = useIsAdmin()
  const [isMaking, setMaking] = useState(false)
  if (!isAdmin)
    return (
      <>
        <PageHeader title="API keys" about={ABOUT} />
        <EmptyState title="For administrators" about="Only an administrator of your company makes and deletes keys." />
      </>
    )
  const make = (
    <Button leftSection={<PlusIcon />} onClick={() => setMaking(true)}>
      Make a key
    </Button>
  )
  return (
    <>
      <PageHeader title="API keys" about={ABOUT} actions={make} />
      <Keys />
      {isMaking && <MakeDialog onClose={() => setMaking(false)} />}
    </>
  )
}

function Keys() {
  const list = useListPage<ApiKey>('/vendor/api-keys', { key: KEYS })
  const [deleted, setDeleted] = useState<ApiKey>()
  const remove = useWrite((key: ApiKey) => api.delete(`/vendor/api-keys/${key.id}`), {
    changes: [KEYS],
    onDone: () => setDeleted(undefined),
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
            Stopped: its creator left the team
          </Text>
        ),
    },
    { name: 'Made', cell: ({ createdAt }) => <When at={createdAt} /> },
    { name: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : 'Never') },
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
            title="No keys yet"
            about={
              <>
                A key lets a program of yours use the API. What it can do is described in the{' '}
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
        title="Delete this key"
        confirm={`Delete ${deleted?.name}`}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => deleted && remove.mutate(deleted)}
      >
        Programs that use it stop working at once. This cannot be undone.
      </ConfirmDialog>
    </>
  )
}

function MakeDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<NewApiKey>()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() ? null : 'What is it for? A word or two will do.') },
  })
  const make = useWrite((values: { name: string }) => api.post<NewApiKey>('/vendor/api-keys', values), {
    changes: [KEYS],
    onDone: setMade,
  })
  const { submit, isBusy, error } = useSubmit(form, make.mutateAsync)
  return (
    <Modal
      opened
      onClose={onClose}
      title={made ? 'Your new key' : 'Make a key'}
      centered
      closeOnClickOutside={!made}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {made ? (
        <Stack gap="md">
          <Alert color="yellow" variant="light">
            Copy it now: it is shown this once and cannot be shown again.
          </Alert>
          <Code block className={classes.key}>
            {made.key}
          </Code>
          <Group justify="flex-end">
            <CopyButton value={made.key}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy the key'}
                </Button>
              )}
            </CopyButton>
            <Button onClick={onClose}>I have it</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <TextInput
              label="Name"
              description="So that you know later what it is for."
              placeholder="Nightly import"
              data-autofocus
              {...form.getInputProps('name')}
              key={form.key('name')}
            />
            <Text size="sm" c="dimmed">
              Whoever has the key can import contacts and spend your balance on campaigns.
            </Text>
            {error ? <ErrorState error={error} /> : null}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Go back
              </Button>
              <Button type="submit" loading={isBusy}>
                Make the key
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
