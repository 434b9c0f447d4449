import { exampleFor, namesIn } from '@harkara/server/domain/template/examples'
import { isNumbered } from '@harkara/server/domain/template/variables'
import { Fieldset, Stack, Text, TextInput } from '@mantine/core'
import { t } from '../../format/translate.ts'
import type { Draft, DraftForm } from './template-draft.ts'

/** Each variable once, with the key of its sample. */
function variablesIn({ headerKind, headerText, body }: Draft) {
  const inHeader = headerKind === 'TEXT' ? namesIn(headerText) : []
  const header = inHeader.map((name) =>
    isNumbered(name) ? { key: `header.${name}`, label: t("'{{'{name}'}}' in the header", { name }), name } : own(name),
  )
  const all = [...header, ...namesIn(body).map(own)]
  return all.filter(({ key }, index) => all.findIndex((other) => other.key === key) === index)
}
const own = (name: string) => ({ key: name, label: `{{${name}}}`, name })

export function SampleInputs({ form }: { form: DraftForm }) {
  const variables = variablesIn(form.values)
  if (variables.length === 0) return null
  const { samples } = form.values
  return (
    <Fieldset legend={t('Examples')} p="sm">
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {t('Sample values for the reviewers. Do not use personal data.')}
        </Text>
        {variables.map(({ key, label, name }) => (
          <TextInput
            key={key}
            label={label}
            placeholder={exampleFor(name)}
            autoComplete="off"
            value={samples[key] ?? ''}
            onChange={(event) => form.setFieldValue('samples', { ...samples, [key]: event.currentTarget.value })}
          />
        ))}
        {form.errors['samples'] && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {form.errors['samples']}
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}
