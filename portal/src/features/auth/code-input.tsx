import { OTP_DIGITS } from '@harkara/server/domain/limits'
import { Input, PinInput } from '@mantine/core'
import { useId } from 'react'
import { t } from '../../format/translate.ts'

interface CodeInputProps {
  value: string
  onChange: (code: string) => void
  error?: string | undefined
  disabled?: boolean
}

/** One box per digit. A whole code can be pasted into any box, and phones suggest it from the email. */
export function CodeInput({ value, onChange, error, disabled = false }: CodeInputProps) {
  const id = useId()
  return (
    <Input.Wrapper label={t('Code')} labelElement="div" id={id} error={error}>
      <PinInput
        id={id}
        length={OTP_DIGITS}
        type="number"
        inputMode="numeric"
        oneTimeCode
        autoFocus
        value={value}
        onChange={onChange}
        error={error !== undefined}
        disabled={disabled}
        placeholder=""
        gap="xs"
        size="lg"
        getInputProps={(index) => ({
          'aria-label': t('Digit {index} of {otpDigits}', { index: index + 1, otpDigits: OTP_DIGITS }),
        })}
      />
    </Input.Wrapper>
  )
}
