import { Anchor, Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isProblem } from '../../api/problem.ts'
import type { Challenge } from '../../api/session.ts'
import { hasPasskeys } from '../../api/sign-in/passkeys.ts'
import { signIn, signInWithPasskey } from '../../api/sign-in/sign-in.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../components/feedback/loading.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { rich } from '../../components/values/rich.ts'
import { t } from '../../format/translate.ts'
import { AuthCard } from './auth-card.tsx'
import { CurrentPasswordInput, emailError } from './password-input.tsx'
import { pendingVerification } from './pending-verification.ts'
import { useFields } from './use-fields.ts'

/** Seldom needed: most people sign in with a password alone. */
const ChallengeCard = lazy(async () => ({ default: (await import('./challenge-card.tsx')).ChallengeCard }))

export function SignInPage() {
  const navigate = useNavigate()
  const [challenge, setChallenge] = useState<{ email: string; step: Challenge }>()
  const form = useFields({
    initialValues: { email: pendingVerification.get()?.email ?? '', password: '' },
    validate: { email: emailError, password: (password) => (password ? null : t('Enter your password.')) },
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
  if (challenge)
    return (
      <Suspense fallback={<LoadingLines lines={4} height={28} />}>
        <ChallengeCard
          {...challenge}
          onChallenge={(step) => setChallenge({ ...challenge, step })}
          onBack={() => setChallenge(undefined)}
        />
      </Suspense>
    )
  return (
    <AuthCard title={t('Sign in')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput label={t('Email')} type="email" autoComplete="username" {...form.getInputProps('email')} />
          <CurrentPasswordInput {...form.getInputProps('password')} />
          {error ? <ErrorState error={error} /> : null}
          <Button type="submit" loading={isBusy} fullWidth>
            {t('Sign in')}
          </Button>
          {hasPasskeys() && <PasskeyButton />}
          <Group justify="space-between" gap="xs">
            <Anchor component={Link} to="/forgot-password" size="sm">
              {t('Forgot password?')}
            </Anchor>
            <Text size="sm">
              {rich('New here? <link>Create account</link>', {
                link: (text) => (
                  <Anchor component={Link} to="/register" size="sm">
                    {text}
                  </Anchor>
                ),
              })}
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
      <Divider label={t('or')} />
      <Button variant="default" loading={passkey.isPending} onClick={() => passkey.mutate(undefined)} fullWidth>
        {t('Sign in with a passkey')}
      </Button>
      {passkey.error ? <ErrorState error={passkey.error} /> : null}
    </>
  )
}
