import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { postPublic } from '../../api/sign-in/sign-in.ts'
import { deleteStoredDraft, loadStoredDraft, storeDraft } from '../../api/state/drafts.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { rich } from '../../components/values/rich.ts'
import { t } from '../../format/translate.ts'
import { AuthCard } from './auth-card.tsx'
import { emailError, NewPasswordInput, passwordError } from './password-input.tsx'
import { pendingVerification, REGISTRATION_DRAFT } from './pending-verification.ts'
import { useFields } from './use-fields.ts'

export function RegisterPage() {
  const navigate = useNavigate()
  const [kept] = useState(() => loadStoredDraft<{ companyName: string; email: string }>(REGISTRATION_DRAFT))
  const form = useFields({
    initialValues: { companyName: kept?.companyName ?? '', email: kept?.email ?? '', password: '' },
    validate: {
      companyName: (name) => (name.trim() ? null : t('Enter your company name.')),
      email: emailError,
      password: passwordError,
    },
  })
  const { submit, isBusy, error } = useSubmit(form, async (values) => {
    await postPublic('/auth/register', values)
    deleteStoredDraft(REGISTRATION_DRAFT)
    // The verification page sends the code.
    pendingVerification.set({ email: values.email, password: values.password })
    await navigate({ to: '/verify' })
  })
  return (
    <AuthCard title={t('Create account')} about={t('We send you a code to verify your email address.')}>
      <form onSubmit={submit} onChange={({ currentTarget }) => keepFields(currentTarget)} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('Company name')}
            description={t('The name your customers know. You can change it later.')}
            autoComplete="organization"
            {...form.getInputProps('companyName')}
          />
          <TextInput label={t('Email')} type="email" autoComplete="username" {...form.getInputProps('email')} />
          <NewPasswordInput {...form.getInputProps('password')} />
          {error ? <ErrorState error={error} /> : null}
          <Button type="submit" loading={isBusy} fullWidth>
            {t('Create account')}
          </Button>
          <Text size="sm">
            {rich('Have an account? <link>Sign in</link>', {
              link: (text) => (
                <Anchor component={Link} to="/sign-in" size="sm">
                  {text}
                </Anchor>
              ),
            })}
          </Text>
        </Stack>
      </form>
    </AuthCard>
  )
}

/** A reload brings back what was typed, in this tab only, and never the password. */
function keepFields(form: HTMLFormElement) {
  const fields = new FormData(form)
  storeDraft(REGISTRATION_DRAFT, { companyName: fields.get('companyName'), email: fields.get('email') })
}
