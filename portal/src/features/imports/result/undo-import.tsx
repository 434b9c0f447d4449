import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { type ImportStatus, importPath, statusKey } from '../queries.ts'

export function UndoImport({ status: { jobId, result } }: { status: ImportStatus }) {
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const undo = useApiMutation((_: undefined, key) => api.post(importPath(jobId, '/undo'), undefined, key), {
    invalidates: [statusKey(jobId)],
    onSuccess: () => setAsking(false),
  })
  const { created = 0, updated = 0, merged = 0 } = result ?? {}
  if (created + updated + merged === 0) return null
  const what = `Remove ${format.number(created)} and restore ${format.number(updated + merged)}`
  return (
    <>
      <Group gap="sm">
        <Button variant="default" onClick={() => setAsking(true)}>
          Undo import
        </Button>
        <Text size="sm" c="dimmed" flex="1 1 14rem">
          Removes the contacts it created and restores those it changed. This can be done once.
        </Text>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Undo import?"
        confirm={what}
        isDangerous
        isBusy={undo.isPending}
        error={undo.error}
        onConfirm={() => undo.mutate(undefined)}
      >
        This removes {format.plural(created, 'contact')} that the import created and restores{' '}
        {format.number(updated + merged)} that it changed. Contacts that changed since then stay as they are. Labels and
        lists that the import created are kept, without the removed contacts. You cannot reverse this.
      </ConfirmDialog>
    </>
  )
}
