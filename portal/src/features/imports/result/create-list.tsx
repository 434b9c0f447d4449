import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { useSubmit } from '../../../components/feedback/use-submit.ts'
import { CONTACT_QUERIES, type List } from '../../contacts/queries.ts'

export function CreateList({ jobId }: { jobId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Create contact list
      </Button>
      {isOpen && <Dialog jobId={jobId} onClose={() => setOpen(false)} />}
    </>
  )
}

function Dialog({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() ? null : 'Enter a name for the list.') },
  })
  const make = useApiMutation(
    ({ name }: { name: string }, key) => api.post<List>('/contact-lists', { name, importJobId: jobId }, key),
    { invalidates: CONTACT_QUERIES, onSuccess: ({ id }) => void navigate({ to: '/lists/$id', params: { id } }) },
  )
  const { submit, isBusy, error } = useSubmit(form, make.mutateAsync)
  return (
    <Modal
      opened
      onClose={onClose}
      title="Create contact list from import"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            description="Includes every contact in the file, new and existing."
            placeholder="Diwali customers"
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy}>
              Create list
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
