import { OTP_DIGITS } from '@harkara/server/domain/limits'
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isProblem } from '../../api/problem.ts'
import type { SecondFactorChallenge } from '../../api/session.ts'
import { getPasskey, hasPasskeys } from '../../api/sign-in/passkeys.ts'
import { completeChallenge } from '../../api/sign-in/sign-in.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { t } from '../../format/translate.ts'
import { CodeInput } from './code-input.tsx'

type Method = SecondFactorChallenge['methods'][number]

const OTHER_WAY: Record<Method, string> = {
  PASSKEY: t('Use a passkey'),
  TOTP: t('Use a code from your app'),
  RECOVERY_CODE: t('Use a recovery code'),
}

/** Asks for the second factor: a passkey, a code from the app, or a recovery code. */
export function SecondFactorForm({ challenge, onBack }: { challenge: SecondFactorChallenge; onBack: () => void }) {
  const methods = challenge.methods.filter((one) => one !== 'PASSKEY' || hasPasskeys())
  const [method, setMethod] = useState<Method>(methods[0] ?? challenge.challenge)
  const [text, setText] = useState('')
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const complete = async (answer: () => Promise<object>) => {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      await completeChallenge(challenge.challengeToken, await answer())
    } catch (failure) {
      setError(failure)
      setText('')
    } finally {
      setBusy(false)
    }
  }
  const send = (typed: string) => {
    if (method === 'PASSKEY') void complete(async () => ({ passkey: await getPasskey(challenge.passkeyOptions ?? {}) }))
    else if (method === 'TOTP' && typed.length === OTP_DIGITS) void complete(async () => ({ code: typed }))
    else if (method === 'RECOVERY_CODE' && typed.trim()) void complete(async () => ({ recoveryCode: typed.trim() }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(text)
  }
  const choose = (other: Method) => {
    setMethod(other)
    setText('')
    setError(undefined)
  }
  const isWrong = isProblem(error, 'OTP_INVALID', 'RECOVERY_CODE_INVALID')
  const wrong = isWrong && error instanceof Error ? error.message : undefined
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {method === 'PASSKEY' && (
          <Text size="sm">
            {t('Use your fingerprint, face, screen lock or security key. Your browser asks you for it.')}
          </Text>
        )}
        {method === 'TOTP' && (
          <>
            <Text size="sm">{t('Enter the code that your authenticator app shows.')}</Text>
            <CodeInput
              value={text}
              onChange={(digits) => {
                setText(digits)
                send(digits)
              }}
              error={wrong}
              disabled={isBusy}
            />
          </>
        )}
        {method === 'RECOVERY_CODE' && (
          <TextInput
            label={t('Recovery code')}
            description={t(
              'One of the codes that you saved when you set up two-factor authentication. Each works once.',
            )}
            autoComplete="off"
            autoFocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={wrong}
          />
        )}
        {error && !isWrong ? <ErrorState error={error} /> : null}
        <Button type="submit" loading={isBusy} fullWidth>
          {method === 'PASSKEY' ? t('Use passkey') : t('Sign in')}
        </Button>
        <Group gap="md">
          {methods
            .filter((one) => one !== method)
            .map((one) => (
              <Anchor key={one} component="button" type="button" size="sm" onClick={() => choose(one)}>
                {OTHER_WAY[one]}
              </Anchor>
            ))}
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            {t('Back to sign in')}
          </Anchor>
        </Group>
      </Stack>
    </form>
  )
}
