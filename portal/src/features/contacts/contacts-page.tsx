import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { DataTable } from '../../components/table/data-table.tsx'
import { useSelection } from '../../components/table/use-selection.ts'
import { useFormat } from '../../components/values/locale-context.tsx'
import { AddContact } from './add-contact.tsx'
import { BulkActions } from './bulk/bulk-actions.tsx'
import { CONTACT_COLUMNS } from './contact-columns.tsx'
import { ContactFilters } from './contact-filters.tsx'
import { ExportButton } from './export-button.tsx'
import type { ContactsSearch } from './queries.ts'
import { type Contact, labelsQuery, nameOf } from './queries.ts'

export function ContactsPage() {
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button leftSection={<PlusIcon />} onClick={() => setAdding(true)}>
      Add contact
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Contacts"
        about="Use labels to group contacts, and contact lists to send them campaigns."
        actions={
          <>
            <Button component={Link} to="/contacts/labels" variant="default">
              Manage labels
            </Button>
            <ImportLink />
            {add}
          </>
        }
      />
      <Contacts onAdd={() => setAdding(true)} />
      {isAdding && <AddContact onClose={() => setAdding(false)} />}
    </>
  )
}

const ImportLink = () => (
  <Button component={Link} to="/imports/new" variant="default">
    Import contacts
  </Button>
)

function Contacts({ onAdd }: { onAdd: () => void }) {
  const format = useFormat()
  const navigate = useNavigate()
  const chosen = useSearch({ from: '/vendor/contacts' })
  const [search, setSearch] = useState('')
  const filters = useFilters(chosen, search)
  const list = useListPage<Contact>('/contacts/search', { filters, key: ['contacts', 'found'], isPost: true })
  const { selected, selection, clear } = useSelection<Contact>(
    JSON.stringify(filters),
    (contact) => `Select ${nameOf(contact)}`,
  )
  const choose = (next: ContactsSearch) => void navigate({ to: '/contacts', search: next, replace: true })
  const isFiltered = Object.keys(filters).length > 0
  const showAll = () => {
    setSearch('')
    choose({})
  }
  return (
    <>
      <ContactFilters search={search} onSearch={setSearch} chosen={chosen} onChoose={choose} />
      {selected.length > 0 ? (
        <BulkActions selected={selected} clear={clear} />
      ) : (
        <Group justify="space-between" mih={36} mb="sm">
          <Text size="sm" c="dimmed" role="status">
            {list.rows && !list.isPageLoading ? format.plural(list.total, 'contact') : '…'}
          </Text>
          <Group gap="xs">
            {isFiltered && (
              <Button size="xs" variant="subtle" onClick={showAll}>
                Show all contacts
              </Button>
            )}
            {list.total > 0 && <ExportButton filters={filters} total={list.total} />}
          </Group>
        </Group>
      )}
      <DataTable
        label="Contacts"
        columns={CONTACT_COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/contacts/$id', params: { id } })}
        selection={selection}
        empty={isFiltered ? <NoMatches onShowAll={showAll} /> : <NoContacts onAdd={onAdd} />}
      />
    </>
  )
}

/** The URL contains the label's id, but the API filters by its name. */
function useFilters({ label, list }: ContactsSearch, search: string) {
  const { data: labels } = useQuery(labelsQuery)
  const name = label && labels?.find(({ id }) => id === label)?.name
  return { ...(search && { search }), ...(name && { label: name }), ...(list && { listId: list }) }
}

const NoMatches = ({ onShowAll }: { onShowAll: () => void }) => (
  <EmptyState
    title="No contacts found"
    about="Search for whole words of a name, or for a complete phone number. Check the label and list filters."
    action={
      <Button variant="default" onClick={onShowAll}>
        Show all contacts
      </Button>
    }
  />
)

const NoContacts = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    title="No contacts yet"
    about="Import a spreadsheet, or add contacts one by one. You review every row before anything is saved."
    action={
      <Group justify="center" gap="sm">
        <Button component={Link} to="/imports/new">
          Import contacts
        </Button>
        <Button variant="default" onClick={onAdd}>
          Add your first contact
        </Button>
      </Group>
    }
  />
)
