import { expect, test } from 'vitest'
import type { Mapping } from '../queries.ts'
import { deleteMappingDraft, loadMappingDraft, storeMappingDraft } from './mapping-draft.ts'

const mapping: Mapping = {
  headers: [
    { column: 'Asha', samples: ['Meera'] },
    { column: '+919876543210', samples: ['+919876543211'] },
    { column: 'Pune', samples: ['Mumbai'] },
  ],
  suggestion: { Asha: { field: 'name' } },
  suggestionSource: 'HEADERS',
  sheets: [],
  sheet: null,
  headerRow: 1,
  rawRows: [],
  confirmed: null,
}

const choose = () => {
  const [name, phone, city] = loadMappingDraft('job', mapping)
  if (!name || !phone || !city) throw new Error('no columns')
  const chosen = [
    name,
    { ...phone, field: 'phone' as const },
    { ...city, field: 'attribute' as const, attribute: 'city' },
  ]
  storeMappingDraft('job', mapping, chosen)
  return chosen
}

test('chosen columns survive a reload until they are sent, without a heading or a value of the file in the browser', () => {
  const chosen = choose()
  expect(loadMappingDraft('job', mapping)).toEqual(chosen)
  expect(Object.values({ ...sessionStorage }).join()).not.toMatch(/Asha|Meera|9876|Pune|Mumbai/)
  deleteMappingDraft('job')
  expect(loadMappingDraft('job', mapping)).not.toEqual(chosen)
})

test('columns of another header row are not chosen by what was chosen before', () => {
  const chosen = choose()
  expect(loadMappingDraft('job', { ...mapping, headerRow: 2 })).not.toEqual(chosen)
  expect(loadMappingDraft('other', mapping)).not.toEqual(chosen)
})
