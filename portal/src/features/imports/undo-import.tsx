import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useFormat } from '../../components/place-context.tsx'
import { type ImportStatus, importPath, statusKey } from './queries.ts'

export function UndoImport({ status: { jobId, result } }: { status: ImportStatus }) {
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const undo = useWrite((_: undefined, key) => api.post(importPath(jobId, '/undo'), undefined, key), {
    changes: [statusKey(jobId)],
    onDone: () => setAsking(false),
  })
  const { created = 0, updated = 0, merged = 0 } = result ?? {}
  if (created + updated + merged === 0) return null
  const what = `remove ${format.count(created)}, put back ${format.count(updated + merged)}`
  return (
    <>
      <Group gap="sm">
        <Button variant="default" onClick={() => setAsking(true)}>
          Undo this import
        </Button>
        <Text size="sm" c="dimmed" flex="1 1 14rem">
          Takes out whom it added and puts back whom it changed. It works once.
        </Text>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Undo this import"
        confirm={`Undo: ${what}`}
        isDangerous
        isBusy={undo.isPending}
        error={undo.error}
        onConfirm={() => undo.mutate(undefined)}
      >
        {format.countOf(created, 'contact')} that it added go, and {format.count(updated + merged)} become what they
        were. Whoever was touched since stays as they are. Labels and lists that it made stay, without the removed
        people. The undo itself cannot be undone.
      </ConfirmDialog>
    </>
  )
}
