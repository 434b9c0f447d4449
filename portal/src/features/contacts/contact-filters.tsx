import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../components/values/locale-context.tsx'
import type { ContactsSearch } from './queries.ts'
import { labelsQuery, listsQuery } from './queries.ts'

interface FilterProps {
  search: string
  onSearch: (search: string) => void
  chosen: ContactsSearch
  onChoose: (chosen: ContactsSearch) => void
}

export function ContactFilters({ search, onSearch, chosen, onChoose }: FilterProps) {
  const format = useFormat()
  const { data: labels = [] } = useQuery(labelsQuery)
  const { data: lists = [] } = useQuery(listsQuery)
  const option = ({ id, name, contacts }: { id: string; name: string; contacts: number }) => ({
    value: id,
    label: `${name} (${format.number(contacts)})`,
  })
  return (
    <Group align="flex-end" gap="sm" mb="md">
      <SearchForm key={search} search={search} onSearch={onSearch} />
      <NativeSelect
        label="Label"
        data={[{ value: '', label: 'All labels' }, ...labels.map(option)]}
        value={chosen.label ?? ''}
        onChange={({ currentTarget: { value } }) => onChoose({ ...chosen, label: value })}
      />
      <NativeSelect
        label="List"
        data={[{ value: '', label: 'All lists' }, ...lists.map(option)]}
        value={chosen.list ?? ''}
        onChange={({ currentTarget: { value } }) => onChoose({ ...chosen, list: value })}
      />
    </Group>
  )
}

function SearchForm({ search, onSearch }: Pick<FilterProps, 'search' | 'onSearch'>) {
  const [text, setText] = useState(search)
  return (
    <form
      style={{ flex: '1 1 22rem' }}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label="Search contacts"
          placeholder="Name or phone number"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          maxLength={200}
          flex={1}
        />
        <Button type="submit" variant="default">
          Search
        </Button>
      </Group>
    </form>
  )
}
