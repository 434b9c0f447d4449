import { OTP_DIGITS } from '@harkara/server/domain/limits'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link, Navigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { errorMessage, isProblem } from '../../api/problem.ts'
import { postPublic, signInWith } from '../../api/sign-in/sign-in.ts'
import { useStore } from '../../api/state/store.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { rich } from '../../components/values/rich.ts'
import { t } from '../../format/translate.ts'
import { AuthCard } from './auth-card.tsx'
import { CodeInput } from './code-input.tsx'
import { CurrentPasswordInput } from './password-input.tsx'
import { pendingVerification } from './pending-verification.ts'
import { ResendCode } from './resend-code.tsx'
import { useVerificationCode } from './use-verification-code.ts'

export function VerifyPage() {
  const who = useStore(pendingVerification)
  const [code, setCode] = useState('')
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const [password, setPassword] = useState('')
  const [needsPassword, setNeedsPassword] = useState(false)
  const mail = useVerificationCode()
  if (!who) return <Navigate to="/sign-in" replace />

  const verify = async (otp: string) => {
    if (otp.length < OTP_DIGITS || isBusy || (needsPassword && !password)) return
    const given = who.password ?? password
    setBusy(true)
    setError(undefined)
    try {
      await signInWith('/auth/verify-otp', { email: who.email, otp, ...(given && { password: given }) })
    } catch (failure) {
      setError(failure)
      // The password is lost after a reload, but the code is still valid.
      if (isProblem(failure, 'PASSWORD_REQUIRED')) setNeedsPassword(true)
      else setCode('')
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void verify(code)
  }
  const isCodeWrong = isProblem(error, 'OTP_INVALID', 'OTP_EXPIRED')
  return (
    <AuthCard title={t('Verify your email')} about={aboutOf(who.email, mail)}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <CodeInput
            value={code}
            onChange={(otp) => {
              setCode(otp)
              // A complete code is submitted automatically.
              void verify(otp)
            }}
            error={isCodeWrong ? errorMessage(error) : undefined}
            disabled={isBusy}
          />
          {needsPassword && (
            <CurrentPasswordInput value={password} onChange={(event) => setPassword(event.currentTarget.value)} />
          )}
          {error && !isCodeWrong ? <ErrorState error={error} /> : null}
          {mail.error ? <ErrorState error={mail.error} retry={() => void mail.send()} /> : null}
          <Button type="submit" loading={isBusy} disabled={code.length < OTP_DIGITS} fullWidth>
            {t('Verify email')}
          </Button>
          {mail.isSent && <ResendCode send={() => postPublic('/auth/send-otp', { email: who.email })} />}
          <Text size="sm">
            {rich('Wrong address? <link>Use another address</link>', {
              link: (text) => (
                <Anchor component={Link} to="/register" size="sm">
                  {text}
                </Anchor>
              ),
            })}
          </Text>
        </Stack>
      </form>
    </AuthCard>
  )
}

function aboutOf(email: string, { isSent, error }: { isSent: boolean; error?: unknown }) {
  if (isSent)
    return t('We sent a {otpDigits}-digit code to {email}. It is valid for 5 minutes.', {
      otpDigits: OTP_DIGITS,
      email,
    })
  return error ? t('The code could not be sent to {email}.', { email }) : t('Sending a code to {email}…', { email })
}
