import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
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
  const restored = updated + merged
  const counts = { created: format.number(created), restored: format.number(restored) }
  const what =
    restored === 0
      ? t('Remove {created}', { created: counts.created })
      : created === 0
        ? t('Restore {restored}', { restored: counts.restored })
        : t('Remove {created} and restore {restored}', { created: counts.created, restored: counts.restored })
  return (
    <>
      <Group gap="sm">
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('Undo import')}
        </Button>
        <Text size="sm" c="dimmed" flex="1 1 14rem">
          {t('Removes the contacts it created and restores those it changed. This can be done once.')}
        </Text>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('Undo import?')}
        confirm={what}
        isDangerous
        isBusy={undo.isPending}
        error={undo.error}
        onConfirm={() => undo.mutate(undefined)}
      >
        {created > 0 &&
          `${t('This removes {created, plural, one {# contact} other {# contacts}} that the import created.', { created })} `}
        {restored > 0 &&
          `${t('This restores {restored, plural, one {# contact} other {# contacts}} that it changed.', { restored })} `}
        {t(
          'Contacts that changed since then stay as they are. Labels and lists that the import created are kept, without the removed contacts. You cannot reverse this.',
        )}
      </ConfirmDialog>
    </>
  )
}
