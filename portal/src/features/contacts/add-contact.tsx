import { Alert, Anchor, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { Link, type LinkProps } from '@tanstack/react-router'
import { api } from '../../api/api.ts'
import { isProblem } from '../../api/problem.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { fieldError } from './field-error.ts'
import { LabelsInput } from './labels-input.tsx'
import { CONTACT_QUERIES, type Contact } from './queries.ts'

interface NewContact extends Record<string, unknown> {
  mobile: string
  name: string
  labels: string[]
}

export function AddContact({ onClose }: { onClose: () => void }) {
  const form = useForm<NewContact>({
    initialValues: { mobile: '', name: '', labels: [] },
    validate: { mobile: (mobile) => (mobile.trim() ? null : 'Enter a phone number with its country code.') },
  })
  const add = useApiMutation((values: NewContact, key) => api.post<Contact>('/contacts', values, key), {
    invalidates: CONTACT_QUERIES,
    onSuccess: () => {
      notifications.show({ message: 'Contact added.' })
      onClose()
    },
  })
  const { submit, isBusy, error } = useSubmit(form, add.mutateAsync)
  return (
    <Modal opened onClose={onClose} title="Add contact" centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Phone number"
            description="Include the country code."
            placeholder="+91 98765 43210"
            inputMode="tel"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('mobile')}
          />
          <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
          <LabelsInput
            value={form.values.labels}
            onChange={(labels) => form.setFieldValue('labels', labels)}
            error={fieldError(form.errors, 'labels')}
          />
          {error ? <AddError error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy}>
              Add contact
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function AddError({ error }: { error: unknown }) {
  if (!isProblem(error, 'CONTACT_EXISTS')) return <ErrorState error={error} />
  return (
    <Alert color="yellow" variant="light" role="alert">
      A contact with this phone number already exists.{' '}
      <Anchor
        component={Link}
        to={`/contacts/${error.members['existingContactId']}` as LinkProps['to']}
        size="sm"
        underline="always"
      >
        View contact
      </Anchor>
    </Alert>
  )
}
