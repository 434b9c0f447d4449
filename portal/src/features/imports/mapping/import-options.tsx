import { Paper, Stack } from '@mantine/core'
import { t } from '../../../format/translate.ts'
import { LabelsInput } from '../../contacts/labels-input.tsx'
import { DefaultCountry } from '../default-country.tsx'
import type { Strategy } from '../display-names.ts'
import { StrategyChoice } from './strategy-choice.tsx'

export interface ImportOptions {
  defaultCountry: string
  mergeStrategy: Strategy
  labels: string[]
}

interface ImportOptionsProps {
  options: ImportOptions
  onChange: (options: ImportOptions) => void
}

export const ImportOptionsForm = ({ options, onChange }: ImportOptionsProps) => (
  <Stack gap="md">
    <Paper withBorder p="md">
      <DefaultCountry
        value={options.defaultCountry}
        onChange={(defaultCountry) => onChange({ ...options, defaultCountry })}
      />
    </Paper>
    <Paper withBorder p="md">
      <StrategyChoice
        value={options.mergeStrategy}
        onChange={(mergeStrategy) => onChange({ ...options, mergeStrategy })}
      />
    </Paper>
    <Paper withBorder p="md">
      <LabelsInput
        label={t('Labels for all contacts in this file (optional)')}
        value={options.labels}
        onChange={(labels) => onChange({ ...options, labels })}
      />
    </Paper>
  </Stack>
)
