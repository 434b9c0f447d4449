import { OTP_DIGITS } from '@harkara/server/domain/limits'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { errorMessage, isProblem } from '../../api/problem.ts'
import { signInWith } from '../../api/sign-in.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { CodeInput } from './code-input.tsx'

export const CHALLENGE_TITLE = 'Check your email'

/** Also shown after a wrong password, so the text must not confirm that the password was right. */
export const challengeText = (email: string) =>
  `There were many failed sign-in attempts for this account, so new devices need a code. If your password was correct, we have sent a ${OTP_DIGITS}-digit code to ${email}. It is valid for 5 minutes.`

/** Asks for the code that completes a sign-in while the account is under attack. */
export function ChallengeForm({ token, onBack }: { token: string; onBack: () => void }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const complete = async (digits: string) => {
    if (digits.length < OTP_DIGITS || isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      await signInWith('/auth/challenge', { challengeToken: token, code: digits })
    } catch (failure) {
      setError(failure)
      setCode('')
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void complete(code)
  }
  const isCodeWrong = isProblem(error, 'OTP_INVALID', 'OTP_EXPIRED')
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <CodeInput
          value={code}
          onChange={(digits) => {
            setCode(digits)
            void complete(digits)
          }}
          error={isCodeWrong ? errorMessage(error) : undefined}
          disabled={isBusy}
        />
        {error && !isCodeWrong ? <ErrorState error={error} /> : null}
        <Button type="submit" loading={isBusy} disabled={code.length < OTP_DIGITS} fullWidth>
          Sign in
        </Button>
        <Text size="sm">
          No email? Check your spam folder, or{' '}
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            go back and check your password
          </Anchor>
          .
        </Text>
      </Stack>
    </form>
  )
}
