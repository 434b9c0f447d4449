import { NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { vendorQuery } from '../../../api/queries.ts'
import { countries } from '../../../format/countries.ts'
import { countryName } from '../../../format/text.ts'
import { LabelsInput } from '../../contacts/labels-input.tsx'
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
      <CountryChoice
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
        label="Labels for all contacts in this file (optional)"
        value={options.labels}
        onChange={(labels) => onChange({ ...options, labels })}
      />
    </Paper>
  </Stack>
)

function CountryChoice({ value, onChange }: { value: string; onChange: (country: string) => void }) {
  const { data: vendor } = useQuery(vendorQuery)
  const options = countries().map(({ code, name }) => ({ value: code, label: name }))
  const own = options.filter((option) => option.value === vendor?.country)
  return (
    <>
      <NativeSelect
        label="Default country for numbers without a country code"
        data={[
          { value: '', label: 'Detect automatically' },
          ...own,
          ...options.filter((option) => !own.includes(option)),
        ]}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        maw={420}
      />
      <Text size="sm" c="dimmed" mt={6}>
        {value
          ? `Numbers such as 98765 43210 are read as numbers in ${countryName(value)} where possible. Numbers with + keep their own country.`
          : 'Detected from the other numbers in the file, then from your own country. Uncertain countries are marked.'}
      </Text>
    </>
  )
}
