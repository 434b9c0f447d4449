import { Paper, Stack } from '@mantine/core'
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
  hasDefaultCountry: boolean
}

export const ImportOptionsForm = ({ options, onChange, hasDefaultCountry }: ImportOptionsProps) => (
  <Stack gap="md">
    <Paper withBorder p="md">
      <DefaultCountry
        value={options.defaultCountry}
        isRequired={hasDefaultCountry}
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
        label="Labels for all contacts in this file (optional)"
        value={options.labels}
        onChange={(labels) => onChange({ ...options, labels })}
      />
    </Paper>
  </Stack>
)
