import { LABEL_CHARS_MAX } from '@harkara/server/domain/template/check-buttons'
import { Checkbox, NumberInput, Stack, TextInput } from '@mantine/core'
import type { DraftForm } from './draft-form.ts'

const MINUTES_MAX = 90

/** The words of a code are WhatsApp's own; these are the choices that are left. */
export const CodeFields = ({ form }: { form: DraftForm }) => (
  <Stack gap="md">
    <Checkbox
      label="Say that the code must not be shared"
      {...form.getInputProps('hasWarning', { type: 'checkbox' })}
    />
    <NumberInput
      label="The code expires after (minutes)"
      description={`1 to ${MINUTES_MAX}; empty when the message should not say it.`}
      min={1}
      max={MINUTES_MAX}
      allowDecimal={false}
      hideControls
      maw={280}
      value={form.values.expiryMinutes}
      onChange={(minutes) => form.setFieldValue('expiryMinutes', String(minutes))}
      error={form.errors['expiryMinutes']}
    />
    <TextInput
      label="Label of the button that copies the code"
      description={`At most ${LABEL_CHARS_MAX} characters; empty for WhatsApp’s own words.`}
      placeholder="Copy code"
      autoComplete="off"
      maw={360}
      {...form.getInputProps('codeLabel')}
    />
  </Stack>
)
