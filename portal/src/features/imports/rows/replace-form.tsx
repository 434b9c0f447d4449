import { Button, Checkbox, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { useLeaveGuard } from '../../../components/feedback/use-leave-guard.ts'
import { t } from '../../../format/translate.ts'
import { importPath, statusKey } from '../queries.ts'
import type { Replaced } from './use-edits.ts'

interface ReplaceFormProps {
  jobId: string
  columns: readonly string[]
  onReplaced: (replaced: Replaced) => void
}

interface Answer {
  changedRows: number
  /** null: nothing was changed. */
  replacementId: string | null
}

interface Replacement {
  column: string
  find: string
  replace: string
  wholeCell: boolean
}

/** Replaces a text in all cells of one column. */
export function ReplaceForm({ jobId, columns, onReplaced }: ReplaceFormProps) {
  const [values, setValues] = useState<Replacement>({
    column: columns[0] ?? '',
    find: '',
    replace: '',
    wholeCell: false,
  })
  const set = (part: Partial<Replacement>) => setValues({ ...values, ...part })
  const send = useApiMutation(
    (input: Replacement, key) => api.post<Answer>(importPath(jobId, '/rows/replace'), input, key),
    {
      invalidates: [['imports', jobId, 'preview'], ['imports', jobId, 'what-if'], statusKey(jobId)],
      onSuccess: ({ changedRows, replacementId }) => {
        if (replacementId !== null) onReplaced({ changedRows, replacementId })
      },
    },
  )
  const isReplaced = send.isSuccess && send.variables === values
  useLeaveGuard((values.find !== '' || values.replace !== '') && !isReplaced)
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Find and replace')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate(values)
        }}
      >
        <Stack gap="sm">
          <Group align="flex-end" gap="sm">
            <NativeSelect
              label={t('Column')}
              data={[...columns]}
              value={values.column}
              onChange={({ currentTarget }) => set({ column: currentTarget.value })}
              maw={220}
            />
            <TextInput
              label={t('Find')}
              placeholder={t('Empty cells')}
              value={values.find}
              onChange={({ currentTarget }) => set({ find: currentTarget.value })}
              autoComplete="off"
            />
            <TextInput
              label={t('Replace with')}
              value={values.replace}
              onChange={({ currentTarget }) => set({ replace: currentTarget.value })}
              autoComplete="off"
            />
            <Button type="submit" loading={send.isPending} disabled={values.find === values.replace}>
              {values.find ? t('Replace all') : t('Fill empty cells')}
            </Button>
          </Group>
          {values.find && (
            <Checkbox
              label={t('Only cells that contain nothing else')}
              checked={values.wholeCell}
              onChange={({ currentTarget }) => set({ wholeCell: currentTarget.checked })}
            />
          )}
          <Text size="sm" c="dimmed" role="status">
            {send.isPending && t('Replacing and checking the rows…')}
            {send.data && !send.isPending && summaryOf(send.data.changedRows)}
          </Text>
          {send.error ? <ErrorState error={send.error} title={t('Nothing was replaced')} /> : null}
        </Stack>
      </form>
    </Paper>
  )
}

const summaryOf = (changedRows: number) =>
  changedRows > 0
    ? t('{changedRows, plural, one {# row} other {# rows}} changed.', { changedRows })
    : t('No cell of this column contains that text.')
