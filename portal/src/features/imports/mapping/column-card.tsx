import type { ColumnField } from '@harkara/server/domain/imports/mapping/column-use'
import { NativeSelect, Paper, Text, TextInput } from '@mantine/core'
import { t } from '../../../format/translate.ts'
import { FIELDS } from '../display-names.ts'
import type { Mapping } from '../queries.ts'
import classes from './column-card.module.css'
import { type ColumnChoice, explainSuggestion } from './column-choices.ts'

const SAMPLES_SHOWN = 3
const OPTIONS = Object.entries(FIELDS).map(([value, label]) => ({ value, label }))

interface CardProps {
  choice: ColumnChoice
  samples: readonly string[]
  suggestion: ColumnField | undefined
  source: Mapping['suggestionSource']
  onChange: (choice: ColumnChoice) => void
}

/** A column of the file: its heading, sample cells, and the field it is mapped to. */
export const ColumnCard = ({ choice, samples, suggestion, source, onChange }: CardProps) => (
  <Paper
    withBorder
    p="md"
    component="section"
    aria-label={t('Column {column}', { column: choice.column })}
    className={classes.card}
  >
    <div className={classes.cells}>
      <Text fw={600}>{choice.column}</Text>
      {samples.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('No values in the first rows')}
        </Text>
      ) : (
        samples.slice(0, SAMPLES_SHOWN).map((sample, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells repeat, and never move
          <Text key={index} size="sm" c="dimmed" truncate>
            {sample}
          </Text>
        ))
      )}
    </div>
    <div className={classes.use}>
      <NativeSelect
        label={t('Field for {column}', { column: choice.column })}
        classNames={{ label: classes.label }}
        data={OPTIONS}
        value={choice.field}
        onChange={({ currentTarget }) => onChange({ ...choice, field: currentTarget.value as ColumnField })}
      />
      {choice.field === 'attribute' && (
        <TextInput
          label={t('Attribute name')}
          aria-label={t('Attribute name for {column}', { column: choice.column })}
          mt="xs"
          value={choice.attribute}
          onChange={({ currentTarget }) => onChange({ ...choice, attribute: currentTarget.value })}
          autoComplete="off"
        />
      )}
      {suggestion && (
        <Text size="sm" c="dimmed" mt={4}>
          {suggestion === choice.field
            ? explainSuggestion(choice.column, suggestion, source)
            : t('Suggested: {suggestion}. {explainSuggestion}', {
                suggestion: FIELDS[suggestion].toLowerCase(),
                explainSuggestion: explainSuggestion(choice.column, suggestion, source),
              })}
        </Text>
      )}
    </div>
  </Paper>
)
