import { Group, TextInput } from '@mantine/core'
import { t } from '../../format/translate.ts'

interface DateFilterProps {
  filters: { values: Partial<Record<'from' | 'to', string>>; set: (name: 'from' | 'to', value: string) => void }
  /** What the dates are about, such as `Added`. */
  label: string
}

/** The first and the last day of a period, in the URL. */
export const DateFilter = ({ filters: { values, set }, label }: DateFilterProps) => (
  <Group gap="sm" wrap="nowrap">
    <TextInput
      type="date"
      label={t('{label} from', { label })}
      value={values.from ?? ''}
      max={values.to}
      onChange={(event) => set('from', event.currentTarget.value)}
    />
    <TextInput
      type="date"
      label={t('{label} until', { label })}
      value={values.to ?? ''}
      min={values.from}
      onChange={(event) => set('to', event.currentTarget.value)}
    />
  </Group>
)
