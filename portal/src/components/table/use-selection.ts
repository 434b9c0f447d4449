import { useState } from 'react'
import type { Selection } from './data-table.tsx'

interface State<Row> {
  about: string
  rows: ReadonlyMap<string, Row>
  isEverything: boolean
}

/**
 * Selected rows, kept across pages, or everything that matches the filters. A change of `about`, such as the filters,
 * resets the selection.
 */
export function useSelection<Row extends { id: string }>(about: string, label: (row: Row) => string) {
  const nothing: State<Row> = { about, rows: new Map(), isEverything: false }
  const [state, setState] = useState(nothing)
  const { rows, isEverything } = state.about === about ? state : nothing
  const selection: Selection<Row> = {
    isSelected: ({ id }) => isEverything || rows.has(id),
    toggle: (changed, isOn) => {
      const next = new Map(rows)
      for (const row of changed) isOn ? next.set(row.id, row) : next.delete(row.id)
      setState({ about, rows: next, isEverything: false })
    },
    label,
  }
  return {
    selected: [...rows.values()],
    isEverything,
    /** Also the rows of pages that were never shown. */
    selectEverything: () => setState({ about, rows, isEverything: true }),
    selection,
    clear: () => setState(nothing),
  }
}
