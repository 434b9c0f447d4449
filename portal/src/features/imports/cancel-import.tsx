import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { type ImportStatus, importPath } from './queries.ts'

export function CancelImport({ status: { jobId, status } }: { status: Pick<ImportStatus, 'jobId' | 'status'> }) {
  const [isAsking, setAsking] = useState(false)
  const cancel = useWrite(() => api.post(importPath(jobId, '/cancel')), {
    changes: [['imports']],
    onDone: () => setAsking(false),
  })
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Cancel the import
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Cancel this import"
        confirm="Cancel this import"
        isDangerous
        isBusy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate(undefined)}
      >
        {status === 'PERSISTING'
          ? 'Saving stops at once. Contacts that were saved before stay, and a cancelled import can neither go on nor be undone.'
          : 'Nothing of this file is imported. A cancelled import cannot go on, but you can upload the same file again.'}
      </ConfirmDialog>
    </>
  )
}
