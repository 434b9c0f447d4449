import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { serverNow } from '../../api/page-settings.ts'
import { useSearchMemory } from '../../api/state/search-text.ts'
import { useUrlFilters } from '../../api/url-params.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { DataTable } from '../../components/table/data-table.tsx'
import { useSelection } from '../../components/table/use-selection.ts'
import { useLocale } from '../../components/values/locale-context.tsx'
import { t } from '../../format/translate.ts'
import { createdIn } from '../campaigns/period.ts'
import { AddContact } from './add-contact.tsx'
import { BulkActions } from './bulk/bulk-actions.tsx'
import { CONTACT_COLUMNS } from './contact-columns.tsx'
import { ContactFilters } from './contact-filters.tsx'
import { ExportButton } from './export-button.tsx'
import { CONTACT_FILTERS, type Contact, type ContactFilter, type ContactQuery, labelsQuery, nameOf } from './queries.ts'

export function ContactsPage() {
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button leftSection={<PlusIcon />} onClick={() => setAdding(true)}>
      {t('Add contact')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('Contacts')}
        about={t('Use labels to group contacts, and contact lists to send them campaigns.')}
        actions={
          <>
            <Button component={Link} to="/contacts/labels" variant="default">
              {t('Manage labels')}
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
    {t('Import contacts')}
  </Button>
)

/** Contacts that are added later were not seen, also if an interrupted action is repeated. */
const afterAll = (selected: readonly Contact[]) =>
  new Date(Math.max(serverNow().getTime(), ...selected.map(({ createdAt }) => Date.parse(createdAt) + 1))).toISOString()

const boundedBy = (query: ContactQuery, createdBefore: string): ContactQuery => {
  const { createdTo } = query
  return createdTo && Date.parse(createdTo) < Date.parse(createdBefore) ? query : { ...query, createdTo: createdBefore }
}

function Contacts({ onAdd }: { onAdd: () => void }) {
  const filters = useUrlFilters(CONTACT_FILTERS)
  const [search, setSearch] = useSearchMemory('contacts')
  const { query, isReady } = useQueryFilters(filters.values, search)
  const list = useListPage<Contact>('/contacts/search', {
    filters: query,
    isReady,
    key: ['contacts', 'found'],
    isPost: true,
  })
  const { selected, isEverything, selectEverything, selection, clear } = useSelection<Contact>(
    JSON.stringify(query),
    (contact) => t('Select {name}', { name: nameOf(contact) }),
  )
  const [createdBefore, setCreatedBefore] = useState('')
  const isFiltered = filters.isFiltered || search !== ''
  const showAll = () => {
    setSearch('')
    filters.clear()
  }
  return (
    <>
      <ContactFilters search={search} onSearch={setSearch} filters={filters} />
      {selected.length > 0 ? (
        <BulkActions
          selected={{
            contacts: selected,
            count: isEverything ? list.total : selected.length,
            ...(isEverything && { matching: boundedBy(query, createdBefore) }),
          }}
          total={list.total}
          selectEverything={() => {
            setCreatedBefore(afterAll(selected))
            selectEverything()
          }}
          clear={clear}
        />
      ) : (
        <Group justify="space-between" mih={36} mb="sm">
          <Text size="sm" c="dimmed" role="status">
            {list.rows && !list.isPageLoading
              ? t('{count, plural, one {# contact} other {# contacts}}', { count: list.total })
              : '…'}
          </Text>
          <Group gap="xs">
            {isFiltered && (
              <Button size="xs" variant="subtle" onClick={showAll}>
                {t('Show all contacts')}
              </Button>
            )}
            {list.total > 0 && <ExportButton filters={query} total={list.total} />}
          </Group>
        </Group>
      )}
      <DataTable
        label={t('Contacts')}
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
function useQueryFilters(
  { label, list, country, status, from, to }: Partial<Record<ContactFilter, string>>,
  search: string,
) {
  const { timeZone } = useLocale()
  const { data: labels } = useQuery(labelsQuery)
  const name = label && labels?.find(({ id }) => id === label)?.name
  const query: ContactQuery = {
    ...(search && { search }),
    ...(name && { label: name }),
    ...(list && { listId: list }),
    ...(country && { countryCode: country }),
    ...(status && { status }),
    ...createdIn({ from, to }, timeZone),
  }
  return { query, isReady: !label || labels !== undefined }
}

const NoMatches = ({ onShowAll }: { onShowAll: () => void }) => (
  <EmptyState
    illustration="search"
    title={t('No contacts found')}
    about={t('Search for whole words of a name, a phone number, or its last four digits or more. Check the filters.')}
    action={
      <Button variant="default" onClick={onShowAll}>
        {t('Show all contacts')}
      </Button>
    }
  />
)

const NoContacts = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    illustration="contacts"
    title={t('No contacts yet')}
    about={t('Import a spreadsheet, or add contacts one by one. You review every row before anything is saved.')}
    action={
      <Group justify="center" gap="sm">
        <Button component={Link} to="/imports/new">
          {t('Import contacts')}
        </Button>
        <Button variant="default" onClick={onAdd}>
          {t('Add your first contact')}
        </Button>
      </Group>
    }
  />
)
