import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { isProblem } from '../../../api/problem.ts'
import { useIsAdmin } from '../../../api/session.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { AdminOnlyNotice } from '../../../components/feedback/admin-only-notice.tsx'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import { type ImportDetail, importPath, type Preview, statusKey } from '../queries.ts'

interface ConfirmProps {
  detail: ImportDetail
  preview: Preview
  /** Whether a newer preview is on its way. */
  isUpdating: boolean
}

/** Imports exactly what the preview shows: if the result has changed since, the server refuses. */
export function ConfirmImport({ detail, preview, isUpdating }: ConfirmProps) {
  const format = useFormat()
  const isAdmin = useIsAdmin()
  const [isAsking, setAsking] = useState(false)
  const confirm = useConfirm(detail.jobId, () => setAsking(false))
  const { mergeStrategy, listName } = detail
  const { totalExistingContacts } = preview.conflictSummary
  const isReplacing = mergeStrategy === 'FULL_REPLACE'
  if (preview.totalValid === 0)
    return (
      <Alert color="yellow" variant="light" title={t('No contacts to import')}>
        {t(
          'No row has a valid phone number. If the wrong column was used for phone numbers, change the columns. Otherwise fix the failed rows below.',
        )}
      </Alert>
    )
  if (isReplacing && !isAdmin) return <AdminOnlyNotice action={t('confirm an import that replaces contacts')} />
  const label = t('Import {totalValid, plural, one {# contact} other {# contacts}}', { totalValid: preview.totalValid })
  const send = () => confirm.mutate(preview.planHash === undefined ? {} : { planHash: preview.planHash })
  return (
    <Stack gap="sm">
      {confirm.error && !isAsking ? <ConfirmError error={confirm.error} /> : null}
      <Group>
        <Button
          // Not disabled, which would take the focus away.
          data-disabled={isUpdating || undefined}
          aria-disabled={isUpdating}
          onClick={() => {
            if (isUpdating) return
            if (isReplacing) setAsking(true)
            else send()
          }}
          color={isReplacing ? 'red.9' : undefined}
          loading={confirm.isPending}
        >
          {isReplacing
            ? t('{label} and replace {totalExistingContacts}', {
                label,
                totalExistingContacts: format.number(totalExistingContacts),
              })
            : label}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {listName ? `${t('All contacts are added to the list {listName}.', { listName })} ` : ''}
        {t('You can undo the import afterwards.')}
      </Text>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('Replace {totalExistingContacts, plural, one {# contact} other {# contacts}}?', {
          totalExistingContacts,
        })}
        confirm={t('Replace {totalExistingContacts, plural, one {# contact} other {# contacts}}', {
          totalExistingContacts,
        })}
        isDangerous
        isBusy={confirm.isPending}
        error={confirm.error}
        onConfirm={send}
      >
        {t(
          'Their names, attributes and labels are replaced by the file. If you undo the import, contacts that have not changed since then are restored.',
        )}
      </ConfirmDialog>
    </Stack>
  )
}

function useConfirm(jobId: string, onPlanChanged: () => void) {
  const queryClient = useQueryClient()
  return useApiMutation(
    async (input: { planHash?: string }, key) => {
      try {
        return await api.post(importPath(jobId, '/confirm'), input, key)
      } catch (error) {
        if (isProblem(error, 'PLAN_CHANGED')) {
          // The changes must be seen before they can be confirmed.
          onPlanChanged()
          await queryClient.invalidateQueries({ queryKey: ['imports', jobId] })
        }
        throw error
      }
    },
    { invalidates: [statusKey(jobId)] },
  )
}

function ConfirmError({ error }: { error: unknown }) {
  if (!isProblem(error, 'PLAN_CHANGED')) return <ErrorState error={error} />
  const changed = Number(error.members['changedContacts'])
  return (
    <Alert color="yellow" variant="light" role="alert" title={t('Nothing was imported: the result has changed')}>
      <Text size="sm">
        {t(
          '{changed, plural, one {# contact} other {# contacts}} would now be imported differently than you saw, because your contacts or this import changed in the meantime. The preview is up to date again. Check it, then import.',
          { changed },
        )}
      </Text>
    </Alert>
  )
}
