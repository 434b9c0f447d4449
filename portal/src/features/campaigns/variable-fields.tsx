import { VARIABLE_VALUE_CHARS_MAX } from '@harkara/server/domain/limits'
import { NativeSelect, Paper, Stack, TextInput } from '@mantine/core'
import { t } from '../../format/translate.ts'
import type { Contact } from '../contacts/queries.ts'
import { EMPTY_RULE, type Rule, type Rules, SAME_TEXT, variableTitle } from './variables.ts'
import type { Preview } from './wizard/preview.ts'

interface FieldsProps {
  names: readonly string[]
  rules: Rules
  onChange: (rules: Rules) => void
  /** A sample of the recipients, whose attributes are offered as sources. */
  contacts: readonly Contact[]
  lacking: Preview['lacking']
}

/** The value of each template variable. */
export function VariableFields({ names, rules, onChange, contacts, lacking }: FieldsProps) {
  return names.map((name) => (
    <VariableField
      key={name}
      name={name}
      rule={rules[name] ?? EMPTY_RULE}
      onChange={(rule) => onChange({ ...rules, [name]: rule })}
      sources={sourcesOf(contacts, rules[name]?.source)}
      lackingCount={lacking.find(({ variable }) => variable === name)?.count ?? 0}
    />
  ))
}

interface FieldProps {
  name: string
  rule: Rule
  onChange: (rule: Rule) => void
  sources: readonly { value: string; label: string }[]
  lackingCount: number
}

function VariableField({ name, rule, onChange, sources, lackingCount }: FieldProps) {
  const title = variableTitle(name)
  const canLack = rule.source !== '' && rule.source !== SAME_TEXT && rule.source !== 'mobile'
  return (
    <Paper withBorder p="md" component="fieldset" m={0} miw={0} aria-label={title}>
      <Stack gap="sm" maw={480}>
        <NativeSelect
          label={t('Value of {title}', { title })}
          data={[...sources]}
          value={rule.source}
          onChange={({ currentTarget: { value } }) => onChange({ ...rule, source: value as Rule['source'] })}
        />
        {rule.source === SAME_TEXT && (
          <TextInput
            label={t('Text')}
            value={rule.words}
            maxLength={VARIABLE_VALUE_CHARS_MAX}
            onChange={({ currentTarget: { value } }) => onChange({ ...rule, words: value })}
          />
        )}
        {canLack && (
          <TextInput
            label={t('Fallback')}
            description={
              rule.fallback.trim() || lackingCount === 0
                ? t('Used for contacts without a value. Without a fallback they are skipped.')
                : t(
                    '{lackingCount, plural, one {# contact has} other {# contacts have}} no value and will be skipped. Enter a fallback to include them.',
                    { lackingCount },
                  )
            }
            placeholder={
              rule.source === 'name'
                ? t('friend')
                : t('your {source}', { source: rule.source.replace(/^attributes\./, '') })
            }
            value={rule.fallback}
            maxLength={VARIABLE_VALUE_CHARS_MAX}
            onChange={({ currentTarget: { value } }) => onChange({ ...rule, fallback: value })}
          />
        )}
      </Stack>
    </Paper>
  )
}

function sourcesOf(contacts: readonly Contact[], chosen: string | undefined) {
  const said = contacts.flatMap(({ attributes }) => Object.keys(attributes).map((key) => `attributes.${key}`))
  const kept = chosen?.startsWith('attributes.') ? [chosen] : []
  const details = [...new Set([...said, ...kept])].sort()
  return [
    { value: '', label: t('Select a value') },
    { value: 'name', label: t('Contact name') },
    { value: 'mobile', label: t('Contact phone number') },
    ...details.map((value) => ({ value, label: t('Contact {value}', { value: value.slice('attributes.'.length) }) })),
    { value: SAME_TEXT, label: t('Same text for all recipients') },
  ]
}
