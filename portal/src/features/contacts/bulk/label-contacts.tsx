import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { FormModal } from '../../../components/feedback/form-modal.tsx'
import { useSubmit } from '../../../components/feedback/use-submit.ts'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import { fieldError } from '../field-error.ts'
import { LabelsInput } from '../labels-input.tsx'
import type { BulkDialogProps } from './dialog-props.ts'
import { useContactAction } from './use-contact-action.ts'

interface Labelling extends Record<string, unknown> {
  labels: string[]
}

export function LabelContacts(props: BulkDialogProps) {
  const { selected, onClose } = props
  const format = useFormat()
  const who = t('{count, plural, one {# contact} other {# contacts}}', { count: selected.count })
  const form = useForm<Labelling>({
    initialValues: { labels: [] },
    validate: { labels: (labels) => (labels.length > 0 ? null : t('Enter or select a label.')) },
  })
  const add = useContactAction(props, (contacts) => {
    const unchanged = selected.count - contacts
    const already = unchanged > 0 ? ` ${t('{unchanged} already had it.', { unchanged: format.number(unchanged) })}` : ''
    return t('{contacts, plural, one {# contact} other {# contacts}} labelled.{already}', { contacts, already })
  })
  const { submit, isBusy, error } = useSubmit(form, ({ labels }) => add.mutateAsync({ action: 'ADD_LABELS', labels }))
  return (
    <FormModal title={t('Add labels')} onClose={onClose} isUnsaved={form.isDirty() && !add.isSuccess}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <LabelsInput
            label={t('Labels')}
            value={form.values.labels}
            onChange={(labels) => form.setFieldValue('labels', labels)}
            error={fieldError(form.errors, 'labels')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('Label {who}', { who })}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
