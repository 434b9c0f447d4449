import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { type Challenge, useUser } from '../../api/session.ts'
import { signIn, signOut } from '../../api/sign-in/sign-in.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { t } from '../../format/translate.ts'
import { ChallengeForm, challengeText, challengeTitle } from './challenge-form.tsx'
import { CurrentPasswordInput } from './password-input.tsx'

/** Asks for the password in a dialog, so that pending requests continue and no input is lost. */
export function SessionExpiredDialog() {
  const { email } = useUser()
  const [challenge, setChallenge] = useState<Challenge>()
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      title={challenge ? challengeTitle(challenge) : t('Session expired')}
      centered
      zIndex={600}
    >
      {challenge ? (
        <Stack gap="md">
          <Text size="sm">{challengeText(challenge, email)}</Text>
          <ChallengeForm challenge={challenge} onChallenge={setChallenge} onBack={() => setChallenge(undefined)} />
        </Stack>
      ) : (
        <PasswordForm email={email} onChallenge={setChallenge} />
      )}
    </Modal>
  )
}

function PasswordForm({ email, onChallenge }: { email: string; onChallenge: (challenge: Challenge) => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: (password) => (password ? null : t('Enter your password.')) },
  })
  const { submit, isBusy, error } = useSubmit(form, async ({ password }) => {
    const challenge = await signIn({ email, password })
    if (challenge) onChallenge(challenge)
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{t('Sign in again as {email} to continue. Nothing on this page is lost.', { email })}</Text>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <CurrentPasswordInput data-autofocus {...form.getInputProps('password')} key={form.key('password')} />
        {error ? <ErrorState error={error} /> : null}
        <Group justify="space-between">
          <Button variant="default" onClick={() => void signOut()}>
            {t('Sign out')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('Sign in')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
