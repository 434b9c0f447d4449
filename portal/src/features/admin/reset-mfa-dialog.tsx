import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { api } from '../../api/api.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { t } from '../../format/translate.ts'
import { emailError } from '../auth/password-input.tsx'
import { FormDialog } from './form-dialog.tsx'
import { ADMIN } from './queries.ts'

/** For somebody who lost every second factor. Without an email address it asks for one. */
export function ResetMfaDialog({ email = '', onClose }: { email?: string; onClose: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email, reason: '' },
    validate: { email: emailError, reason: (reason) => (reason.trim() ? null : t('Enter a reason.')) },
  })
  const reset = useApiMutation((body: { email: string; reason: string }) => api.post('/admin/mfa/reset', body), {
    invalidates: [ADMIN],
    onSuccess: (_, { email: of }) => {
      notifications.show({ message: t('Two-factor of {of} reset.', { of }) })
      onClose()
    },
  })
  const { submit, isBusy, error } = useSubmit(form, reset.mutateAsync)
  return (
    <FormDialog
      title={t('Reset two-factor')}
      about={t(
        'Their authenticator app, passkeys and recovery codes are removed, and they are signed out everywhere. Until they set up two-factor again, their password alone signs in. Make sure first that the owner of the account asked for it.',
      )}
      confirm={t('Reset two-factor')}
      onClose={onClose}
      onSubmit={() => submit()}
      isBusy={isBusy}
      error={error}
    >
      <TextInput
        label={t('Email')}
        type="email"
        autoComplete="off"
        readOnly={email !== ''}
        {...form.getInputProps('email')}
        key={form.key('email')}
      />
      <TextInput
        label={t('Reason')}
        description={t('How you verified the person’s identity. Recorded in the audit log.')}
        data-autofocus
        maxLength={500}
        {...form.getInputProps('reason')}
        key={form.key('reason')}
      />
    </FormDialog>
  )
}
