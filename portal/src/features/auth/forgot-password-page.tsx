import { OTP_DIGITS } from '@harkara/server/domain/limits'
import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { postPublic } from '../../api/sign-in.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { useSubmit } from '../../components/use-submit.ts'
import { Sheet } from './auth-card.tsx'
import { CodeInput } from './code-input.tsx'
import { isLongEnough, looksLikeEmail, NewPasswordInput } from './password-input.tsx'
import { attempt } from './pending-verification.ts'
import { ResendCode } from './resend-code.tsx'

export function ForgotPasswordPage() {
  const [email, setEmail] = useState<string>()
  return email === undefined ? <AskForCode onAsked={setEmail} /> : <ChoosePassword email={email} />
}

function AskForCode({ onAsked }: { onAsked: (email: string) => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: attempt.get()?.email ?? '' },
    validate: { email: looksLikeEmail },
  })
  const { submit, isBusy, error } = useSubmit(form, async ({ email }) => {
    await postPublic('/auth/forgot-password', { email })
    onAsked(email)
  })
  return (
    <Sheet title="Reset password" about="We send a code to your email address if it has an account.">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
            key={form.key('email')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Button type="submit" loading={isBusy} fullWidth>
            Send code
          </Button>
          <Anchor component={Link} to="/sign-in" size="sm">
            Back to sign in
          </Anchor>
        </Stack>
      </form>
    </Sheet>
  )
}

function ChoosePassword({ email }: { email: string }) {
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { otp: '', newPassword: '' },
    validate: {
      otp: (otp) => (otp.length === OTP_DIGITS ? null : `Enter all ${OTP_DIGITS} digits.`),
      newPassword: isLongEnough,
    },
  })
  const { submit, isBusy, error } = useSubmit(form, async (values) => {
    await postPublic('/auth/reset-password', { email, ...values })
    attempt.set({ email })
    notifications.show({ message: 'Password changed. Sign in with your new password.' })
    await navigate({ to: '/sign-in' })
  })
  return (
    <Sheet title="Reset password" about={`If ${email} has an account, we have sent it a ${OTP_DIGITS}-digit code.`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <CodeInput
            value={form.values.otp}
            onChange={(otp) => form.setFieldValue('otp', otp)}
            error={form.errors['otp'] ? String(form.errors['otp']) : undefined}
          />
          <NewPasswordInput
            label="New password"
            description="All devices are signed out when it changes."
            {...form.getInputProps('newPassword')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Button type="submit" loading={isBusy} fullWidth>
            Change password
          </Button>
          <ResendCode send={() => postPublic('/auth/forgot-password', { email })} />
        </Stack>
      </form>
    </Sheet>
  )
}
