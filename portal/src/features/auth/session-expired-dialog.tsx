import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useUser } from '../../api/session.ts'
import { signIn, signOut } from '../../api/sign-in.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { CHALLENGE_TITLE, ChallengeForm, challengeText } from './challenge-form.tsx'
import { CurrentPasswordInput } from './password-input.tsx'

/** Asks for the password in a dialog, so that pending requests continue and no input is lost. */
export function SessionExpiredDialog() {
  const { email } = useUser()
  const [token, setToken] = useState<string>()
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      title={token ? CHALLENGE_TITLE : 'Session expired'}
      centered
      zIndex={600}
    >
      {token ? (
        <Stack gap="md">
          <Text size="sm">{challengeText(email)}</Text>
          <ChallengeForm token={token} onBack={() => setToken(undefined)} />
        </Stack>
      ) : (
        <PasswordForm email={email} onChallenge={setToken} />
      )}
    </Modal>
  )
}

function PasswordForm({ email, onChallenge }: { email: string; onChallenge: (token: string) => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: (password) => (password ? null : 'Enter your password.') },
  })
  const { submit, isBusy, error } = useSubmit(form, async ({ password }) => {
    const token = await signIn({ email, password })
    if (token) onChallenge(token)
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">Sign in again as {email} to continue. Nothing on this page is lost.</Text>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <CurrentPasswordInput data-autofocus {...form.getInputProps('password')} key={form.key('password')} />
        {error ? <ErrorState error={error} /> : null}
        <Group justify="space-between">
          <Button variant="default" onClick={() => void signOut()}>
            Sign out
          </Button>
          <Button type="submit" loading={isBusy}>
            Sign in
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
