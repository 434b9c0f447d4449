import { NativeSelect } from '@mantine/core'

interface FilterProps<Name extends string> {
  name: Name
  label: string
  /** The choice that does not filter, such as `All statuses`. */
  all: string
  /** By value. */
  options: readonly { value: string; label: string }[]
  filters: { values: Partial<Record<Name, string>>; set: (name: Name, value: string) => void }
}

/** A filter of a list whose value is in the URL. */
export const FilterSelect = <Name extends string>({ name, label, all, options, filters }: FilterProps<Name>) => (
  <NativeSelect
    label={label}
    data={[{ value: '', label: all }, ...options]}
    value={filters.values[name] ?? ''}
    onChange={({ currentTarget: { value } }) => filters.set(name, value)}
    maw="100%"
  />
)
