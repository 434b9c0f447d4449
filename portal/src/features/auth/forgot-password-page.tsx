import { OTP_DIGITS } from '@harkara/server/domain/limits'
import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { postPublic } from '../../api/sign-in/sign-in.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { t } from '../../format/translate.ts'
import { AuthCard } from './auth-card.tsx'
import { CodeInput } from './code-input.tsx'
import { emailError, NewPasswordInput, passwordError } from './password-input.tsx'
import { pendingVerification } from './pending-verification.ts'
import { ResendCode } from './resend-code.tsx'
import { resetPassword } from './reset-password.ts'

export function ForgotPasswordPage() {
  const [email, setEmail] = useState<string>()
  return email === undefined ? <RequestCode onRequested={setEmail} /> : <ChoosePassword email={email} />
}

function RequestCode({ onRequested }: { onRequested: (email: string) => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: pendingVerification.get()?.email ?? '' },
    validate: { email: emailError },
  })
  const { submit, isBusy, error } = useSubmit(form, async ({ email }) => {
    await postPublic('/auth/forgot-password', { email })
    onRequested(email)
  })
  return (
    <AuthCard title={t('Reset password')} about={t('We send a code to your email address if it has an account.')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('Email')}
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
            key={form.key('email')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Button type="submit" loading={isBusy} fullWidth>
            {t('Send code')}
          </Button>
          <Anchor component={Link} to="/sign-in" size="sm">
            {t('Back to sign in')}
          </Anchor>
        </Stack>
      </form>
    </AuthCard>
  )
}

function ChoosePassword({ email }: { email: string }) {
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { otp: '', newPassword: '' },
    validate: {
      otp: (otp) => (otp.length === OTP_DIGITS ? null : t('Enter all {otpDigits} digits.', { otpDigits: OTP_DIGITS })),
      newPassword: passwordError,
    },
  })
  const { submit, isBusy, error } = useSubmit(form, async (values) => {
    await resetPassword({ email, ...values })
    await navigate({ to: '/sign-in' })
  })
  return (
    <AuthCard
      title={t('Reset password')}
      about={t('If {email} has an account, we have sent it a {otpDigits}-digit code.', {
        email,
        otpDigits: OTP_DIGITS,
      })}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <CodeInput
            value={form.values.otp}
            onChange={(otp) => form.setFieldValue('otp', otp)}
            error={form.errors['otp'] ? String(form.errors['otp']) : undefined}
          />
          <NewPasswordInput
            label={t('New password')}
            description={t('All devices are signed out when it changes.')}
            {...form.getInputProps('newPassword')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Button type="submit" loading={isBusy} fullWidth>
            {t('Change password')}
          </Button>
          <ResendCode send={() => postPublic('/auth/forgot-password', { email })} />
        </Stack>
      </form>
    </AuthCard>
  )
}
