import type { BulkView } from '@harkara/server/contacts/views'
import { Button, Group, Modal, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { api } from '../../../api/api.ts'
import type { Out } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { useSubmit } from '../../../components/feedback/use-submit.ts'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { fieldError } from '../field-error.ts'
import { LabelsInput } from '../labels-input.tsx'
import { CONTACT_QUERIES } from '../queries.ts'
import type { BulkDialogProps } from './dialog-props.ts'

interface Labelling extends Record<string, unknown> {
  labels: string[]
}

/** Adds labels to all selected contacts with one bulk request. */
export function LabelContacts({ selected, onClose, onSuccess }: BulkDialogProps) {
  const format = useFormat()
  const who = format.plural(selected.length, 'contact')
  const form = useForm<Labelling>({
    initialValues: { labels: [] },
    validate: { labels: (labels) => (labels.length > 0 ? null : 'Enter or select a label.') },
  })
  const add = useApiMutation(
    ({ labels }: Labelling, key) =>
      api.post<Out<typeof BulkView>>(
        '/contacts/bulk',
        { contacts: selected.map(({ e164 }) => ({ mobile: e164, labels })) },
        key,
      ),
    {
      invalidates: CONTACT_QUERIES,
      onSuccess: ({ updated, unchanged }) => {
        const already = unchanged > 0 ? ` ${format.number(unchanged)} already had it.` : ''
        notifications.show({ message: `${format.plural(updated, 'contact')} labelled.${already}` })
        onClose()
        onSuccess()
      },
    },
  )
  const { submit, isBusy, error } = useSubmit(form, add.mutateAsync)
  return (
    <Modal opened onClose={onClose} title="Add labels" centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <LabelsInput
            label="Labels"
            value={form.values.labels}
            onChange={(labels) => form.setFieldValue('labels', labels)}
            error={fieldError(form.errors, 'labels')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy}>
              Label {who}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
