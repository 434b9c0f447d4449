import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isProblem } from '../../api/problem.ts'
import { signIn } from '../../api/sign-in.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { AuthCard } from './auth-card.tsx'
import { CHALLENGE_TITLE, ChallengeForm, challengeText } from './challenge-form.tsx'
import { CurrentPasswordInput, emailError } from './password-input.tsx'
import { pendingVerification } from './pending-verification.ts'

export function SignInPage() {
  const navigate = useNavigate()
  const [challenge, setChallenge] = useState<{ email: string; token: string }>()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: pendingVerification.get()?.email ?? '', password: '' },
    validate: { email: emailError, password: (password) => (password ? null : 'Enter your password.') },
  })
  const { submit, isBusy, error } = useSubmit(form, async ({ email, password }) => {
    try {
      const token = await signIn({ email, password })
      if (token) setChallenge({ email, token })
    } catch (failure) {
      if (!isProblem(failure, 'EMAIL_NOT_VERIFIED')) throw failure
      pendingVerification.set({ email, password })
      await navigate({ to: '/verify' })
    }
  })
  if (challenge)
    return (
      <AuthCard title={CHALLENGE_TITLE} about={challengeText(challenge.email)}>
        <ChallengeForm token={challenge.token} onBack={() => setChallenge(undefined)} />
      </AuthCard>
    )
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
