import { REFUND_REASON_CHARS_MAX } from '@harkara/server/domain/limits'
import { Textarea } from '@mantine/core'

interface ReasonProps {
  value: string
  onChange: (text: string) => void
  isMissing: boolean
}

export const ReasonInput = ({ value, onChange, isMissing }: ReasonProps) => (
  <Textarea
    label="Why"
    description="One sentence is enough. It helps us to do better."
    value={value}
    maxLength={REFUND_REASON_CHARS_MAX}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={isMissing ? 'Please tell us why, in a few words.' : undefined}
    autosize
    minRows={2}
    mt="md"
  />
)

/** The server takes one line. */
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
