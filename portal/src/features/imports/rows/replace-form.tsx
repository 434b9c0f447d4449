import { Button, Checkbox, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { importPath, statusKey } from '../queries.ts'

interface ReplaceFormProps {
  jobId: string
  columns: readonly string[]
  onReplaced: () => void
}

interface Replacement {
  column: string
  find: string
  replace: string
  wholeCell: boolean
}

/** Replaces a text in all cells of one column. */
export function ReplaceForm({ jobId, columns, onReplaced }: ReplaceFormProps) {
  const format = useFormat()
  const [values, setValues] = useState<Replacement>({
    column: columns[0] ?? '',
    find: '',
    replace: '',
    wholeCell: false,
  })
  const set = (part: Partial<Replacement>) => setValues({ ...values, ...part })
  const send = useApiMutation(
    (input: Replacement, key) => api.post<{ changedRows: number }>(importPath(jobId, '/rows/replace'), input, key),
    {
      invalidates: [['imports', jobId, 'preview'], ['imports', jobId, 'what-if'], statusKey(jobId)],
      onSuccess: ({ changedRows }) => {
        if (changedRows > 0) onReplaced()
      },
    },
  )
  return (
    <Paper withBorder p="md" component="section" aria-label="Find and replace">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate(values)
        }}
      >
        <Stack gap="sm">
          <Group align="flex-end" gap="sm">
            <NativeSelect
              label="Column"
              data={[...columns]}
              value={values.column}
              onChange={({ currentTarget }) => set({ column: currentTarget.value })}
              maw={220}
            />
            <TextInput
              label="Find"
              placeholder="Empty cells"
              value={values.find}
              onChange={({ currentTarget }) => set({ find: currentTarget.value })}
              autoComplete="off"
            />
            <TextInput
              label="Replace with"
              value={values.replace}
              onChange={({ currentTarget }) => set({ replace: currentTarget.value })}
              autoComplete="off"
            />
            <Button type="submit" loading={send.isPending} disabled={values.find === values.replace}>
              {values.find ? 'Replace all' : 'Fill empty cells'}
            </Button>
          </Group>
          {values.find && (
            <Checkbox
              label="Only cells that contain nothing else"
              checked={values.wholeCell}
              onChange={({ currentTarget }) => set({ wholeCell: currentTarget.checked })}
            />
          )}
          <Text size="sm" c="dimmed" role="status">
            {send.isPending && 'Replacing and checking the rows…'}
            {send.data && !send.isPending && summaryOf(send.data.changedRows, format.plural)}
          </Text>
          {send.error ? <ErrorState error={send.error} title="Nothing was replaced" /> : null}
        </Stack>
      </form>
    </Paper>
  )
}

const summaryOf = (changedRows: number, plural: (count: number, one: string) => string) =>
  changedRows > 0 ? `${plural(changedRows, 'row')} changed.` : 'No cell of this column contains that text.'
