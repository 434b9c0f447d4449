import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { vendorQuery } from '../../api/queries.ts'
import { countries } from '../../format/countries.ts'
import { countryName } from '../../format/text.ts'
import { t } from '../../format/translate.ts'

interface DefaultCountryProps {
  value: string
  onChange: (country: string) => void
}

/** The country of numbers without a country code. The vendor's own country comes first. */
export function DefaultCountry({ value, onChange }: DefaultCountryProps) {
  const { data: vendor } = useQuery(vendorQuery)
  const options = countries().map(({ code, name }) => ({ value: code, label: name }))
  const own = options.filter((option) => option.value === vendor?.country)
  return (
    <NativeSelect
      label={t('Default country for numbers without a country code')}
      description={describe(value)}
      inputWrapperOrder={['label', 'input', 'description']}
      data={[
        ...own,
        { value: '', label: t('Detect automatically') },
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
    ? t(
        'Numbers such as 98765 43210 are read as numbers in {country} where possible. Numbers with + keep their own country.',
        { country: countryName(country) },
      )
    : t('Detected from the other numbers in the file, then from your own country. Uncertain countries are marked.')
