import { OTP_DIGITS } from '@harkara/server/domain/limits'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { errorMessage, isProblem } from '../../api/problem.ts'
import type { Challenge } from '../../api/session.ts'
import { completeChallenge } from '../../api/sign-in/sign-in.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { rich } from '../../components/values/rich.ts'
import { t } from '../../format/translate.ts'
import { CodeInput } from './code-input.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

export const challengeTitle = ({ challenge }: Challenge) =>
  challenge === 'EMAIL_CODE' ? t('Check your email') : t('Two-factor authentication')

/** The emailed code is also asked for after a wrong password, so the text must not confirm that it was right. */
export const challengeText = ({ challenge }: Challenge, email: string) =>
  challenge === 'EMAIL_CODE'
    ? t(
        'There were many failed sign-in attempts for this account, so new devices need a code. If your password was correct, we have sent a {otpDigits}-digit code to {email}. It is valid for 5 minutes.',
        { otpDigits: OTP_DIGITS, email },
      )
    : t('Confirm that it is you to sign in as {email}.', { email })

interface FormProps {
  challenge: Challenge
  /** The second factor may follow the emailed code. */
  onChallenge: (next: Challenge) => void
  onBack: () => void
}

/** Completes a sign-in after the password. */
export const ChallengeForm = ({ challenge, onChallenge, onBack }: FormProps) =>
  'methods' in challenge ? (
    <SecondFactorForm challenge={challenge} onBack={onBack} />
  ) : (
    <EmailCodeForm token={challenge.challengeToken} onChallenge={onChallenge} onBack={onBack} />
  )

/** Asks for the code that completes a sign-in while the account is under attack. */
function EmailCodeForm({ token, onChallenge, onBack }: { token: string } & Omit<FormProps, 'challenge'>) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const complete = async (digits: string) => {
    if (digits.length < OTP_DIGITS || isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      const next = await completeChallenge(token, { code: digits })
      if (next) onChallenge(next)
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
          {t('Sign in')}
        </Button>
        <Text size="sm">
          {rich('No email? Check your spam folder, or <link>go back and check your password</link>.', {
            link: (text) => (
              <Anchor component="button" type="button" size="sm" onClick={onBack}>
                {text}
              </Anchor>
            ),
          })}
        </Text>
      </Stack>
    </form>
  )
}
