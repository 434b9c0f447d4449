import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { FormModal } from '../../../components/feedback/form-modal.tsx'
import { useSubmit } from '../../../components/feedback/use-submit.ts'
import { t } from '../../../format/translate.ts'
import { CONTACT_QUERIES, type List } from '../../contacts/queries.ts'

export function CreateList({ jobId }: { jobId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Create contact list')}
      </Button>
      {isOpen && <Dialog jobId={jobId} onClose={() => setOpen(false)} />}
    </>
  )
}

function Dialog({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() ? null : t('Enter a name for the list.')) },
  })
  const make = useApiMutation(
    ({ name }: { name: string }, key) => api.post<List>('/contact-lists', { name, importJobId: jobId }, key),
    { invalidates: CONTACT_QUERIES, onSuccess: ({ id }) => void navigate({ to: '/lists/$id', params: { id } }) },
  )
  const { submit, isBusy, error } = useSubmit(form, make.mutateAsync)
  return (
    <FormModal title={t('Create contact list from import')} onClose={onClose} isUnsaved={form.isDirty() && !isBusy}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('Name')}
            description={t('Includes every contact in the file, new and existing.')}
            placeholder={t('Diwali customers')}
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('Create list')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
