import { BUTTON_LABEL_CHARS_MAX } from '@harkara/server/domain/template/check-buttons'
import { Checkbox, NumberInput, Stack, TextInput } from '@mantine/core'
import { t } from '../../format/translate.ts'
import type { DraftForm } from './template-draft.ts'

const MINUTES_MAX = 90

/** Authentication templates have a fixed text; only these options can be set. */
export const CodeFields = ({ form }: { form: DraftForm }) => (
  <Stack gap="md">
    <Checkbox
      label={t('Add a warning not to share the code')}
      {...form.getInputProps('hasWarning', { type: 'checkbox' })}
    />
    <NumberInput
      label={t('Code expiry (minutes)')}
      description={t('1 to {minutesMax}. Leave empty to omit it from the message.', { minutesMax: MINUTES_MAX })}
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
      label={t('Copy button label')}
      description={t('Up to {labelCharsMax} characters. Leave empty for the default.', {
        labelCharsMax: BUTTON_LABEL_CHARS_MAX,
      })}
      placeholder={t('Copy code')}
      autoComplete="off"
      maw={360}
      {...form.getInputProps('codeLabel')}
    />
  </Stack>
)
