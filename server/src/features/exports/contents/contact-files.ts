import { pageAfter } from '../../../platform/http/pagination.ts'
import { contactsAsCsv } from '../../contacts/bulk/export.ts'
import { contactRecords, listMemberships } from '../../contacts/bulk/export-records.ts'
import { listLists } from '../../contacts/lists/lists.ts'
import type { ZipEntry } from '../zip.ts'
import { csvOf, jsonLinesOf } from './formats.ts'
import { type ExportSource, snapshotDeps } from './source.ts'

const LISTS_PER_PAGE = 500

export function contactFiles(source: ExportSource): ZipEntry[] {
  const { snapshot, vendorId } = source
  const deps = snapshotDeps(source)
  return [
    { name: 'contacts.csv', read: () => contactLines(source) },
    { name: 'contacts.jsonl', read: () => jsonLinesOf(contactRecords(deps, vendorId)) },
    {
      name: 'lists.csv',
      read: () =>
        csvOf(allLists(source), {
          id: ({ id }) => id,
          name: ({ name }) => name,
          kind: ({ kind }) => kind,
          labels: ({ labels }) => labels.join('; '),
          contacts: ({ contacts }) => contacts,
          createdAt: ({ createdAt }) => createdAt,
        }),
    },
    {
      name: 'list-members.csv',
      read: () =>
        csvOf(listMemberships(snapshot, vendorId), {
          listId: ({ listId }) => listId,
          contactId: ({ contactId }) => contactId,
          addedAt: ({ addedAt }) => addedAt,
        }),
    },
  ]
}

/** The same columns as the export of contacts, which can be imported again. */
async function* contactLines(source: ExportSource) {
  yield* await contactsAsCsv(snapshotDeps(source), source.vendorId, {})
}

async function* allLists({ snapshot, vendorId }: ExportSource) {
  for (let after: string | undefined; ; ) {
    const { lists } = await listLists(snapshot, vendorId, pageAfter(after, LISTS_PER_PAGE))
    yield lists
    if (lists.length < LISTS_PER_PAGE) return
    after = lists.at(-1)?.id
  }
}
