import { Button, Group, Paper, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { useLeaveGuard } from '../../../components/feedback/use-leave-guard.ts'
import { useSubmit } from '../../../components/feedback/use-submit.ts'
import { t } from '../../../format/translate.ts'
import { fieldError } from '../field-error.ts'
import { LabelsInput } from '../labels-input.tsx'
import { CONTACT_QUERIES, type Contact } from '../queries.ts'
import { AttributeRows } from './attribute-rows.tsx'
import { attributeNameError, type Profile, patchOf, profileOf } from './contact-patch.ts'

export function ProfileForm({ contact }: { contact: Contact }) {
  // The contact as loaded into the form. A refetched contact must not make unchanged fields look changed.
  const [before, setBefore] = useState(contact)
  const form = useForm<Profile>({
    initialValues: profileOf(contact),
    validate: { attributes: { key: (key, { attributes }) => attributeNameError(key, attributes) } },
  })
  const save = useApiMutation(
    (profile: Profile) => api.patch<Contact>(`/contacts/${contact.id}`, patchOf(before, profile)),
    {
      invalidates: CONTACT_QUERIES,
      onSuccess: (saved) => {
        setBefore(saved)
        form.setValues(profileOf(saved))
        form.resetDirty(profileOf(saved))
        notifications.show({ message: t('Profile saved.') })
      },
    },
  )
  const { submit, isBusy, error } = useSubmit(form, save.mutateAsync)
  useLeaveGuard(form.isDirty())
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Profile')}>
      <Title order={2} size="h4" mb="sm">
        {t('Profile')}
      </Title>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput label={t('Name')} autoComplete="off" {...form.getInputProps('name')} />
          <LabelsInput
            value={form.values.labels}
            onChange={(labels) => form.setFieldValue('labels', labels)}
            error={fieldError(form.errors, 'labels')}
          />
          <AttributeRows form={form} />
          {error ? <ErrorState error={error} /> : null}
          <Group>
            <Button type="submit" loading={isBusy} disabled={!form.isDirty()}>
              {t('Save profile')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
