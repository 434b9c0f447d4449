import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/api.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { t } from '../../format/translate.ts'
import { fieldError } from '../contacts/field-error.ts'
import { LabelsInput } from '../contacts/labels-input.tsx'
import { CONTACT_QUERIES, type List } from '../contacts/queries.ts'

interface NewList extends Record<string, unknown> {
  name: string
  kind: List['kind']
  labels: string[]
}

export function CreateList({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm<NewList>({
    initialValues: { name: '', kind: 'DYNAMIC', labels: [] },
    validate: {
      name: (name) => (name.trim() ? null : t('Enter a name for the list.')),
      labels: (labels, { kind }) => (kind === 'DYNAMIC' && labels.length === 0 ? t('Enter or select a label.') : null),
    },
  })
  const make = useApiMutation(
    ({ name, kind, labels }: NewList, key) =>
      api.post<List>('/contact-lists', { name, ...(kind === 'DYNAMIC' && { labels }) }, key),
    {
      invalidates: CONTACT_QUERIES,
      onSuccess: ({ id }) => void navigate({ to: '/lists/$id', params: { id } }),
    },
  )
  const { submit, isBusy, error, dropDraft } = useSubmit(form, make.mutateAsync, { draft: 'list-new' })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Create contact list')}
      centered
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('Name')}
            placeholder={t('Diwali customers')}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Radio.Group label={t('Type')} {...form.getInputProps('kind')}>
            <Stack gap="xs" mt={6}>
              <Radio
                value="DYNAMIC"
                label={t('Dynamic')}
                description={t('Contains all contacts with one of the labels below.')}
              />
              <Radio
                value="STATIC"
                label={t('Static')}
                description={t('Contains the contacts you add on the Contacts page.')}
              />
            </Stack>
          </Radio.Group>
          {form.values.kind === 'DYNAMIC' && (
            <LabelsInput
              value={form.values.labels}
              onChange={(labels) => form.setFieldValue('labels', labels)}
              error={fieldError(form.errors, 'labels')}
            />
          )}
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button
              variant="default"
              onClick={() => {
                dropDraft()
                onClose()
              }}
            >
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('Create list')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
