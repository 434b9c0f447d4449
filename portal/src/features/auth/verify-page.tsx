import { OTP_DIGITS } from '@harkara/server/domain/limits'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link, Navigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { isProblem, sentenceOf } from '../../api/problem.ts'
import { askOutside, enterBy } from '../../api/sign-in.ts'
import { useStore } from '../../api/store.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { attempt } from './attempt.ts'
import { CodeInput } from './code-input.tsx'
import { ResendCode } from './resend-code.tsx'
import { Sheet } from './sheet.tsx'

export function VerifyPage() {
  const who = useStore(attempt)
  const [code, setCode] = useState('')
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  // After a reload nobody knows whose code it would be; sign-in leads back here.
  if (!who) return <Navigate to="/sign-in" replace />

  const verify = async (otp: string) => {
    if (otp.length < OTP_DIGITS || isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      await enterBy('/auth/verify-otp', { email: who.email, otp, ...(who.password && { password: who.password }) })
      attempt.set(undefined)
    } catch (failure) {
      setError(failure)
      setCode('')
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
    <Sheet title="Enter the code" about={`We mailed six digits to ${who.email}. They are good for five minutes.`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <CodeInput
            value={code}
            onChange={(otp) => {
              setCode(otp)
              // Typed or pasted, a whole code needs no button.
              void verify(otp)
            }}
            error={isCodeWrong ? sentenceOf(error) : undefined}
            disabled={isBusy}
          />
          {error && !isCodeWrong ? <ErrorState error={error} /> : null}
          <Button type="submit" loading={isBusy} disabled={code.length < OTP_DIGITS} fullWidth>
            Verify and go on
          </Button>
          <ResendCode send={() => askOutside('/auth/send-otp', { email: who.email })} />
          <Text size="sm">
            Wrong address?{' '}
            <Anchor component={Link} to="/register" size="sm">
              Register with another one
            </Anchor>
          </Text>
        </Stack>
      </form>
    </Sheet>
  )
}
