import { Anchor, Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { hasPasskeys } from '../../api/passkeys.ts'
import { isProblem } from '../../api/problem.ts'
import type { Challenge } from '../../api/session.ts'
import { signIn, signInWithPasskey } from '../../api/sign-in.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { AuthCard } from './auth-card.tsx'
import { ChallengeForm, challengeText, challengeTitle } from './challenge-form.tsx'
import { CurrentPasswordInput, emailError } from './password-input.tsx'
import { pendingVerification } from './pending-verification.ts'

export function SignInPage() {
  const navigate = useNavigate()
  const [challenge, setChallenge] = useState<{ email: string; step: Challenge }>()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: pendingVerification.get()?.email ?? '', password: '' },
    validate: { email: emailError, password: (password) => (password ? null : 'Enter your password.') },
  })
  const { submit, isBusy, error } = useSubmit(form, async ({ email, password }) => {
    try {
      const step = await signIn({ email, password })
      if (step) setChallenge({ email, step })
    } catch (failure) {
      if (!isProblem(failure, 'EMAIL_NOT_VERIFIED')) throw failure
      pendingVerification.set({ email, password })
      await navigate({ to: '/verify' })
    }
  })
  if (challenge) {
    const { email, step } = challenge
    return (
      <AuthCard title={challengeTitle(step)} about={challengeText(step, email)}>
        <ChallengeForm
          challenge={step}
          onChallenge={(next) => setChallenge({ email, step: next })}
          onBack={() => setChallenge(undefined)}
        />
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Sign in">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
            key={form.key('email')}
          />
          <CurrentPasswordInput {...form.getInputProps('password')} key={form.key('password')} />
          {error ? <ErrorState error={error} /> : null}
          <Button type="submit" loading={isBusy} fullWidth>
            Sign in
          </Button>
          {hasPasskeys() && <PasskeyButton />}
          <Group justify="space-between" gap="xs">
            <Anchor component={Link} to="/forgot-password" size="sm">
              Forgot password?
            </Anchor>
            <Text size="sm">
              New here?{' '}
              <Anchor component={Link} to="/register" size="sm">
                Create account
              </Anchor>
            </Text>
          </Group>
        </Stack>
      </form>
    </AuthCard>
  )
}

/** Needs neither an email address nor a password. */
function PasskeyButton() {
  const passkey = useApiMutation((_: undefined) => signInWithPasskey())
  return (
    <>
      <Divider label="or" />
      <Button variant="default" loading={passkey.isPending} onClick={() => passkey.mutate(undefined)} fullWidth>
        Sign in with a passkey
      </Button>
      {passkey.error ? <ErrorState error={passkey.error} /> : null}
    </>
  )
}
