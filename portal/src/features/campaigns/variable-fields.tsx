import { VARIABLE_VALUE_CHARS_MAX } from '@harkara/server/domain/limits'
import { NativeSelect, Paper, Stack, TextInput } from '@mantine/core'
import { useFormat } from '../../components/values/locale-context.tsx'
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
  const format = useFormat()
  const title = variableTitle(name)
  const canLack = rule.source !== '' && rule.source !== SAME_TEXT && rule.source !== 'mobile'
  return (
    <Paper withBorder p="md" component="fieldset" m={0} miw={0} aria-label={title}>
      <Stack gap="sm" maw={480}>
        <NativeSelect
          label={`Value of ${title}`}
          data={[...sources]}
          value={rule.source}
          onChange={({ currentTarget: { value } }) => onChange({ ...rule, source: value as Rule['source'] })}
        />
        {rule.source === SAME_TEXT && (
          <TextInput
            label="Text"
            value={rule.words}
            maxLength={VARIABLE_VALUE_CHARS_MAX}
            onChange={({ currentTarget: { value } }) => onChange({ ...rule, words: value })}
          />
        )}
        {canLack && (
          <TextInput
            label="Fallback"
            description={
              rule.fallback.trim() || lackingCount === 0
                ? 'Used for contacts without a value. Without a fallback they are skipped.'
                : `${format.plural(lackingCount, 'contact has', 'contacts have')} no value and will be skipped. Enter a fallback to include them.`
            }
            placeholder={rule.source === 'name' ? 'friend' : `your ${rule.source.replace(/^attributes\./, '')}`}
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
    { value: '', label: 'Select a value' },
    { value: 'name', label: 'Contact name' },
    { value: 'mobile', label: 'Contact phone number' },
    ...details.map((value) => ({ value, label: `Contact ${value.slice('attributes.'.length)}` })),
    { value: SAME_TEXT, label: 'Same text for all recipients' },
  ]
}
