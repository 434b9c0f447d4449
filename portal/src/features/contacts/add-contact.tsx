import { Alert, Anchor, Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { Link, type LinkProps } from '@tanstack/react-router'
import { api } from '../../api/api.ts'
import { isProblem } from '../../api/problem.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { FormModal } from '../../components/feedback/form-modal.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { rich } from '../../components/values/rich.ts'
import { t } from '../../format/translate.ts'
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
    validate: { mobile: (mobile) => (mobile.trim() ? null : t('Enter a phone number with its country code.')) },
  })
  const add = useApiMutation((values: NewContact, key) => api.post<Contact>('/contacts', values, key), {
    invalidates: CONTACT_QUERIES,
    onSuccess: () => {
      notifications.show({ message: t('Contact added.') })
      onClose()
    },
  })
  const { submit, isBusy, error } = useSubmit(form, add.mutateAsync)
  return (
    <FormModal title={t('Add contact')} onClose={onClose} isUnsaved={form.isDirty() && !add.isSuccess}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('Phone number')}
            description={t('Include the country code.')}
            placeholder="+91 98765 43210"
            inputMode="tel"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('mobile')}
          />
          <TextInput label={t('Name')} autoComplete="off" {...form.getInputProps('name')} />
          <LabelsInput
            value={form.values.labels}
            onChange={(labels) => form.setFieldValue('labels', labels)}
            error={fieldError(form.errors, 'labels')}
          />
          {error ? <AddError error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('Add contact')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}

function AddError({ error }: { error: unknown }) {
  if (!isProblem(error, 'CONTACT_EXISTS')) return <ErrorState error={error} />
  return (
    <Alert color="yellow" variant="light" role="alert">
      {rich('A contact with this phone number already exists. <link>View contact</link>', {
        link: (text) => (
          <Anchor
            component={Link}
            to={`/contacts/${error.members['existingContactId']}` as LinkProps['to']}
            size="sm"
            underline="always"
          >
            {text}
          </Anchor>
        ),
      })}
    </Alert>
  )
}
