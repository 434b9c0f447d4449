import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { useUrlFilters } from '../../api/url-params.ts'
import { DateFilter } from '../../components/table/date-filter.tsx'
import { FilterSelect } from '../../components/table/filter-select.tsx'
import { useFormat } from '../../components/values/locale-context.tsx'
import { countryName } from '../../format/text.ts'
import { t } from '../../format/translate.ts'
import { type ContactFilter, countriesQuery, labelsQuery, listsQuery } from './queries.ts'

interface FilterProps {
  search: string
  onSearch: (search: string) => void
  filters: ReturnType<typeof useUrlFilters<ContactFilter>>
}

const STATUSES = [
  { value: 'ACTIVE', label: t('Active') },
  { value: 'OPTED_OUT', label: t('Opted out') },
]

export function ContactFilters({ search, onSearch, filters }: FilterProps) {
  const format = useFormat()
  const { data: labels = [] } = useQuery(labelsQuery)
  const { data: lists = [] } = useQuery(listsQuery)
  const { data: countries = [] } = useQuery(countriesQuery)
  const option = ({ id, name, contacts }: { id: string; name: string; contacts: number }) => ({
    value: id,
    label: `${name} (${format.number(contacts)})`,
  })
  return (
    <Group align="flex-end" gap="sm" mb="md">
      <SearchForm key={search} search={search} onSearch={onSearch} />
      <NativeSelect
        label={t('Label')}
        maw="14rem"
        data={[{ value: '', label: t('All labels') }, ...labels.map(option)]}
        value={filters.values.label ?? ''}
        onChange={({ currentTarget: { value } }) => filters.set('label', value)}
      />
      <NativeSelect
        label={t('List')}
        maw="14rem"
        data={[{ value: '', label: t('All lists') }, ...lists.map(option)]}
        value={filters.values.list ?? ''}
        onChange={({ currentTarget: { value } }) => filters.set('list', value)}
      />
      <FilterSelect
        name="country"
        label={t('Country')}
        all={t('All countries')}
        options={countries.map(({ countryCode, contacts }) => ({
          value: countryCode,
          label: `${countryName(countryCode)} (${format.number(contacts)})`,
        }))}
        filters={filters}
      />
      <FilterSelect name="status" label={t('Status')} all={t('All statuses')} options={STATUSES} filters={filters} />
      <DateFilter label={t('Added')} filters={filters} />
    </Group>
  )
}

function SearchForm({ search, onSearch }: Pick<FilterProps, 'search' | 'onSearch'>) {
  const [text, setText] = useState(search)
  return (
    <form
      style={{ flex: '1 1 100%' }}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label={t('Search contacts')}
          placeholder={t('Name, phone number or its last 4 digits')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          maxLength={200}
          flex={1}
        />
        <Button type="submit" variant="default">
          {t('Search')}
        </Button>
      </Group>
    </form>
  )
}
