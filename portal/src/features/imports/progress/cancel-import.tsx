import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { t } from '../../../format/translate.ts'
import { type ImportStatus, importPath } from '../queries.ts'

export function CancelImport({ status: { jobId, status } }: { status: Pick<ImportStatus, 'jobId' | 'status'> }) {
  const [isAsking, setAsking] = useState(false)
  const cancel = useApiMutation(() => api.post(importPath(jobId, '/cancel')), {
    invalidates: [['imports']],
    onSuccess: () => setAsking(false),
  })
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('Cancel import')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('Cancel import?')}
        confirm={t('Cancel import')}
        dismiss={t('Keep import')}
        isDangerous
        isBusy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate(undefined)}
      >
        {status === 'PERSISTING'
          ? t(
              'Saving stops immediately, and contacts already saved are removed or restored. A cancelled import cannot be resumed.',
            )
          : t(
              'Nothing from this file is imported. A cancelled import cannot be resumed, but you can upload the file again.',
            )}
      </ConfirmDialog>
    </>
  )
}
