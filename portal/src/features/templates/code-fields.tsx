import { LABEL_CHARS_MAX } from '@harkara/server/domain/template/check-buttons'
import { Checkbox, NumberInput, Stack, TextInput } from '@mantine/core'
import type { DraftForm } from './template-draft.ts'

const MINUTES_MAX = 90

/** Authentication templates have a fixed text; only these options can be set. */
export const CodeFields = ({ form }: { form: DraftForm }) => (
  <Stack gap="md">
    <Checkbox label="Add a warning not to share the code" {...form.getInputProps('hasWarning', { type: 'checkbox' })} />
    <NumberInput
      label="Code expiry (minutes)"
      description={`1 to ${MINUTES_MAX}. Leave empty to omit it from the message.`}
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
      label="Copy button label"
      description={`Up to ${LABEL_CHARS_MAX} characters. Leave empty for the default.`}
      placeholder="Copy code"
      autoComplete="off"
      maw={360}
      {...form.getInputProps('codeLabel')}
    />
  </Stack>
)
