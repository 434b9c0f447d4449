import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { vendorQuery } from '../../api/queries.ts'
import { countries } from '../../format/countries.ts'
import { countryName } from '../../format/text.ts'

interface DefaultCountryProps {
  value: string
  onChange: (country: string) => void
  /** An import that has a default country keeps one: the server has no request that removes it. */
  isRequired?: boolean
}

/** The country of numbers without a country code. The vendor's own country comes first. */
export function DefaultCountry({ value, onChange, isRequired = false }: DefaultCountryProps) {
  const { data: vendor } = useQuery(vendorQuery)
  const options = countries().map(({ code, name }) => ({ value: code, label: name }))
  const own = options.filter((option) => option.value === vendor?.country)
  return (
    <NativeSelect
      label="Default country for numbers without a country code"
      description={describe(value)}
      inputWrapperOrder={['label', 'input', 'description']}
      data={[
        ...own,
        ...(isRequired ? [] : [{ value: '', label: 'Detect automatically' }]),
        ...options.filter((option) => !own.includes(option)),
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      maw={460}
    />
  )
}

const describe = (country: string) =>
  country
    ? `Numbers such as 98765 43210 are read as numbers in ${countryName(country)} where possible. Numbers with + keep their own country.`
    : 'Detected from the other numbers in the file, then from your own country. Uncertain countries are marked.'
