import { useState } from 'react'
import type { Selection } from './data-table.tsx'

/** Selected rows, kept across pages. A change of `about`, such as the filters, resets the selection. */
export function useSelection<Row extends { id: string }>(about: string, label: (row: Row) => string) {
  const [selected, setSelected] = useState<{ about: string; rows: ReadonlyMap<string, Row> }>({
    about,
    rows: new Map(),
  })
  const rows: ReadonlyMap<string, Row> = selected.about === about ? selected.rows : new Map()
  const selection: Selection<Row> = {
    isSelected: ({ id }) => rows.has(id),
    toggle: (changed, isOn) => {
      const next = new Map(rows)
      for (const row of changed) isOn ? next.set(row.id, row) : next.delete(row.id)
      setSelected({ about, rows: next })
    },
    label,
  }
  return { selected: [...rows.values()], selection, clear: () => setSelected({ about, rows: new Map() }) }
}
