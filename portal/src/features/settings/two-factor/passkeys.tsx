import type { NewPasskeyView, PasskeyView } from '@harkara/server/auth/mfa/schema'
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { createPasskey, hasPasskeys, type PasskeyOptions } from '../../../api/sign-in/passkeys.ts'
import type { Out } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { useSubmit } from '../../../components/feedback/use-submit.ts'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import { MFA } from './queries.ts'
import { useConfirmed } from './use-confirmed.tsx'

type Passkey = Out<typeof PasskeyView>
type NewPasskey = Out<typeof NewPasskeyView>

export function Passkeys({ onAdded }: { onAdded: (passkey: NewPasskey) => void }) {
  const list = useListPage<Passkey>('/auth/passkeys', { key: [...MFA, 'passkeys'] })
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey>()
  const columns: Column<Passkey>[] = [
    { name: t('Name'), cell: ({ name }) => name },
    { name: t('Added'), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { name: t('Last used'), cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t('Never')) },
    {
      name: t('Actions'),
      isActions: true,
      cell: (passkey) => (
        <Button size="compact-sm" variant="default" onClick={() => setRemoved(passkey)}>
          {t('Remove')}
        </Button>
      ),
    },
  ]
  return (
    <div>
      <Group justify="space-between" align="flex-start" gap="md" mb="sm">
        <Stack gap={4} flex="1 1 16rem">
          <Text fw={600}>{t('Passkeys')}</Text>
          <Text size="sm" c="dimmed">
            {hasPasskeys()
              ? t('Sign in with your fingerprint, face, screen lock or a security key, with or without your password.')
              : t('This browser does not support passkeys on this address.')}
          </Text>
        </Stack>
        {hasPasskeys() && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('Add passkey')}
          </Button>
        )}
      </Group>
      <DataTable
        label={t('Passkeys')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('No passkeys yet')} about={t('Add one for each device that you sign in with.')} />}
      />
      {isAdding && (
        <AddDialog
          onClose={() => setAdding(false)}
          onAdded={(passkey) => {
            setAdding(false)
            onAdded(passkey)
          }}
        />
      )}
      {removed && <RemoveDialog passkey={removed} onClose={() => setRemoved(undefined)} />}
    </div>
  )
}

function AddDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (passkey: NewPasskey) => void }) {
  const { run, dialog } = useConfirmed()
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '' } })
  const add = useApiMutation(
    async ({ name }: { name: string }) => {
      const options = await run(() => api.post<PasskeyOptions>('/auth/passkeys/options'))
      if (!options) return undefined
      const passkey = await createPasskey(options)
      return api.post<NewPasskey>('/auth/passkeys', { passkey, ...(name.trim() && { name: name.trim() }) })
    },
    {
      invalidates: [MFA],
      onSuccess: (passkey) => {
        if (!passkey) return
        notifications.show({
          message: t('Passkey “{name}” added. All other devices are signed out.', { name: passkey.name }),
        })
        onAdded(passkey)
      },
    },
  )
  const { submit, isBusy, error } = useSubmit(form, add.mutateAsync)
  return (
    <Modal opened onClose={onClose} title={t('Add passkey')} centered closeButtonProps={{ 'aria-label': t('Close') }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('Name')}
            description={t('To recognise it later, for example Work laptop. Optional.')}
            maxLength={80}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
            key={form.key('name')}
          />
          <Text size="sm">{t('Your browser asks you to confirm. All your other devices are signed out.')}</Text>
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('Create passkey')}
            </Button>
          </Group>
        </Stack>
      </form>
      {dialog}
    </Modal>
  )
}

function RemoveDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { run, dialog } = useConfirmed()
  const remove = useApiMutation(
    (_: undefined) => run(async () => api.delete(`/auth/passkeys/${id}`).then(() => true)),
    {
      invalidates: [MFA],
      onSuccess: (isRemoved) => {
        if (!isRemoved) return
        notifications.show({ message: t('Passkey “{name}” removed.', { name }) })
        onClose()
      },
    },
  )
  return (
    <>
      <ConfirmDialog
        opened
        onClose={onClose}
        title={t('Remove passkey?')}
        confirm={t('Remove passkey')}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined)}
      >
        {t(
          '“{name}” can no longer be used to sign in. All your other devices are signed out. Remove it from the device, too.',
          { name },
        )}
      </ConfirmDialog>
      {dialog}
    </>
  )
}
