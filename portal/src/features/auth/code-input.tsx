import { OTP_DIGITS } from '@harkara/server/domain/limits'
import { Input, PinInput } from '@mantine/core'
import { useId } from 'react'

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
    <Input.Wrapper label="Code" labelElement="div" id={id} error={error}>
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
        getInputProps={(index) => ({ 'aria-label': `Digit ${index + 1} of ${OTP_DIGITS}` })}
      />
    </Input.Wrapper>
  )
}
