import { REFUND_REASON_CHARS_MAX } from '@harkara/server/domain/limits'
import { Textarea } from '@mantine/core'
import { t } from '../../../format/translate.ts'

interface ReasonProps {
  value: string
  onChange: (text: string) => void
  isMissing: boolean
}

export const ReasonInput = ({ value, onChange, isMissing }: ReasonProps) => (
  <Textarea
    label={t('Reason')}
    description={t('One sentence is enough.')}
    value={value}
    maxLength={REFUND_REASON_CHARS_MAX}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={isMissing ? t('Enter a reason.') : undefined}
    autosize
    minRows={2}
    mt="md"
  />
)

/** The server accepts a single line only. */
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
