import { Anchor, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { rich } from '../../components/values/rich.ts'
import { t } from '../../format/translate.ts'

const WAIT_SECONDS = 30

/** Sends another code after a delay, because emails take some time to arrive. */
export function ResendCode({ send }: { send: () => Promise<unknown> }) {
  const [left, setLeft] = useState(WAIT_SECONDS)
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  const resend = async () => {
    setError(undefined)
    setLeft(WAIT_SECONDS)
    await send().catch(setError)
  }
  return (
    <>
      {left > 0 ? (
        <Text size="sm" c="dimmed">
          {t('No email? Check your spam folder. You can request another code in {left} s.', { left })}
        </Text>
      ) : (
        <Text size="sm">
          {rich('No email? <link>Send another code</link>', {
            link: (text) => (
              <Anchor component="button" type="button" size="sm" onClick={() => void resend()}>
                {text}
              </Anchor>
            ),
          })}
        </Text>
      )}
      {error ? <ErrorState error={error} /> : null}
    </>
  )
}
