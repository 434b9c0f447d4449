import { OTP_DIGITS } from '@harkara/server/domain/limits'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isProblem, sentenceOf } from '../../api/problem.ts'
import { enterBy } from '../../api/sign-in.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { CodeInput } from './code-input.tsx'

export const CHALLENGE_TITLE = 'Check your email'

/** Wrong passwords lead here as well, so nothing is promised. */
export const challengeText = (email: string) =>
  `Somebody has entered many wrong passwords for this account, so a new device needs a code. If your password was right, we have sent ${OTP_DIGITS} digits to ${email}. They are valid for five minutes.`

/** The code that completes a sign-in while others guess at the account. */
export function ChallengeForm({ token, onBack }: { token: string; onBack: () => void }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const complete = async (digits: string) => {
    if (digits.length < OTP_DIGITS || isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      await enterBy('/auth/challenge', { challengeToken: token, code: digits })
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
          error={isCodeWrong ? sentenceOf(error) : undefined}
          disabled={isBusy}
        />
        {error && !isCodeWrong ? <ErrorState error={error} /> : null}
        <Button type="submit" loading={isBusy} disabled={code.length < OTP_DIGITS} fullWidth>
          Finish signing in
        </Button>
        <Text size="sm">
          No email? Look into the spam folder, or{' '}
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            go back and check your password
          </Anchor>
          .
        </Text>
      </Stack>
    </form>
  )
}
