import { csvLine } from '@harkara/server/domain/contacts/csv-safety'
import { save } from '../../api/download.ts'

/** The rows and columns that a table shows, with exact instants instead of relative times. */
export function tableAsCsv(table: HTMLTableElement): string {
  const rows = [...table.querySelectorAll('thead tr, tbody tr')]
  return rows.map((row) => csvLine([...row.querySelectorAll(CELLS)].map(textOf))).join('')
}

const CELLS = 'th:not([data-select], [data-actions]), td:not([data-select], [data-actions])'

function textOf(cell: Element): string {
  const copy = cell.cloneNode(true) as Element
  for (const decoration of copy.querySelectorAll('[aria-hidden]')) decoration.remove()
  for (const time of copy.querySelectorAll('time')) time.textContent = time.dateTime
  for (const line of copy.querySelectorAll('p, div + div, li')) line.prepend('; ')
  return (copy.textContent ?? '')
    .replace(/\s+/g, ' ')
    .replace(/^[; ]+/, '')
    .trim()
}

export function saveAsCsv(table: HTMLTableElement, label: string) {
  save(new Blob([tableAsCsv(table)], { type: 'text/csv' }), fileNameOf(label))
}

/** Letters of any script with their marks, which Devanagari writes its vowels with. */
export const fileNameOf = (label: string) =>
  `${
    label
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'table'
  }.csv`
