import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../../api/api.ts'
import { type ImportRow, importPath, statusKey } from '../queries.ts'
import { outcomeOf } from './row-outcome.ts'
import type { useRows } from './use-rows.ts'

/** A change of one row: cells by column, or whether it is excluded. */
export type Change = { cells: Record<string, string> } | { isExcluded: boolean }

interface Step {
  rowIndex: number
  change: Change
}

interface FailedStep extends Step {
  error: unknown
}

/** Changes rows one at a time on the server, shows what becomes of them, and takes changes back. */
export function useEdits(jobId: string, rows: Pick<ReturnType<typeof useRows>, 'show' | 'reread' | 'refreshOthers'>) {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState<ReadonlyMap<number, Change>>(new Map())
  const [failed, setFailed] = useState<FailedStep>()
  const [done, setDone] = useState<readonly Step[]>([])
  const [announcement, setAnnouncement] = useState('')
  const last = useRef(Promise.resolve())

  async function send({ rowIndex, change }: Step): Promise<ImportRow | undefined> {
    if ('cells' in change) return api.patch<ImportRow>(importPath(jobId, `/rows/${rowIndex}`), { cells: change.cells })
    await api.post(importPath(jobId, `/rows/${change.isExcluded ? 'exclude' : 'include'}`), { rowIndexes: [rowIndex] })
    return rows.reread(rowIndex)
  }

  async function carryOut(step: Step, onDone: () => void) {
    try {
      const row = await send(step)
      if (row) {
        rows.show(row)
        setAnnouncement(`Row ${row.rowIndex}: ${outcomeOf(row).text}`)
      }
      onDone()
      rows.refreshOthers()
    } catch (error) {
      setFailed({ ...step, error })
    } finally {
      setPending((now) => new Map([...now].filter(([rowIndex]) => rowIndex !== step.rowIndex)))
      void queryClient.invalidateQueries({ queryKey: ['imports', jobId, 'preview'] })
      void queryClient.invalidateQueries({ queryKey: ['imports', jobId, 'what-if'] })
      void queryClient.invalidateQueries({ queryKey: statusKey(jobId) })
    }
  }

  /** In the order in which they were made, so that two changes of one row cannot overtake each other. */
  const enqueue = (step: Step, onDone: () => void) => {
    setFailed(undefined)
    setPending((now) => new Map(now).set(step.rowIndex, step.change))
    last.current = last.current.then(() => carryOut(step, onDone))
  }

  return {
    pending,
    failed,
    dismissFailed: () => setFailed(undefined),
    announcement,
    edit: (row: ImportRow, column: string, text: string) => {
      const before = row.cells[column] ?? ''
      if (text === before) return
      const undo = { rowIndex: row.rowIndex, change: { cells: { [column]: before } } }
      enqueue({ rowIndex: row.rowIndex, change: { cells: { [column]: text } } }, () => setDone((now) => [...now, undo]))
    },
    exclude: (row: ImportRow, isExcluded: boolean) =>
      enqueue({ rowIndex: row.rowIndex, change: { isExcluded } }, () =>
        setDone((now) => [...now, { rowIndex: row.rowIndex, change: { isExcluded: !isExcluded } }]),
      ),
    /** The last change, which `undo` takes back. */
    undoable: done.at(-1),
    undo: () => {
      const step = done.at(-1)
      if (!step) return
      setDone((now) => now.slice(0, -1))
      enqueue(step, () => {})
    },
    /** After a change of many rows the old cells are no longer known. */
    forget: () => setDone([]),
  }
}

export type Edits = ReturnType<typeof useEdits>
