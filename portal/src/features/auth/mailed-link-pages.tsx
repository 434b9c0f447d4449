import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { signInWith } from '../../api/sign-in/sign-in.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { t } from '../../format/translate.ts'
import { AuthCard } from './auth-card.tsx'
import { CurrentPasswordInput, emailError, NewPasswordInput, passwordError } from './password-input.tsx'
import { pendingVerification } from './pending-verification.ts'
import { resetPassword } from './reset-password.ts'
import { useFields } from './use-fields.ts'

/**
 * The links of mails with a code. They work when strangers have used up the tries of the code. The token is in the URL
 * fragment, which browsers do not send to the server, and no address is in the URL.
 */
export function ResetPasswordPage() {
  const navigate = useNavigate()
  const { otp, form } = useLinkForm(passwordError)
  const { submit, isBusy, error } = useSubmit(form, async ({ email, password }) => {
    await resetPassword({ email, otp, newPassword: password })
    await navigate({ to: '/sign-in' })
  })
  return (
    <LinkCard title={t('Reset password')} about={t('Enter the address to which we sent the link.')} otp={otp}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <EmailInput {...form.getInputProps('email')} />
          <NewPasswordInput
            label={t('New password')}
            description={t('All devices are signed out when it changes.')}
            {...form.getInputProps('password')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Button type="submit" loading={isBusy} fullWidth>
            {t('Change password')}
          </Button>
        </Stack>
      </form>
    </LinkCard>
  )
}

/** The password is always asked for, so that nobody verifies an account that somebody else registered for their address. */
export function VerifyEmailPage() {
  const { otp, form } = useLinkForm((password) => (password ? null : t('Enter your password.')))
  const { submit, isBusy, error } = useSubmit(form, ({ email, password }) =>
    signInWith('/auth/verify-otp', { email, otp, password }),
  )
  return (
    <LinkCard
      title={t('Verify your email')}
      about={t('Enter the address and the password you signed up with.')}
      otp={otp}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <EmailInput {...form.getInputProps('email')} />
          <CurrentPasswordInput {...form.getInputProps('password')} />
          {error ? <ErrorState error={error} /> : null}
          <Button type="submit" loading={isBusy} fullWidth>
            {t('Verify email')}
          </Button>
        </Stack>
      </form>
    </LinkCard>
  )
}

function useLinkForm(validatePassword: (password: string) => string | null) {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const [otp] = useState(hash)
  const form = useFields({
    initialValues: { email: pendingVerification.get()?.email ?? '', password: '' },
    validate: { email: emailError, password: validatePassword },
  })
  return { otp, form }
}

const EmailInput = (props: object) => <TextInput label={t('Email')} type="email" autoComplete="username" {...props} />

interface LinkCardProps {
  title: string
  about: string
  otp: string
  children: ReactNode
}

const LinkCard = ({ title, about, otp, children }: LinkCardProps) => (
  <AuthCard title={title} about={about}>
    {otp ? (
      children
    ) : (
      <Alert color="red" variant="light">
        {t('This link is incomplete. Open it again from the email, or request a new code.')}
      </Alert>
    )}
    <Anchor component={Link} to="/sign-in" size="sm">
      {t('Back to sign in')}
    </Anchor>
  </AuthCard>
)
