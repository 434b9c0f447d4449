import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { api } from '../../../api/api.ts'
import { t } from '../../../format/translate.ts'
import { type ImportRow, importPath, statusKey } from '../queries.ts'
import { outcomeOf } from './row-outcome.ts'
import type { useRows } from './use-rows.ts'

/** A change of one row: cells by column, or whether it is excluded. */
export type Change = { cells: Record<string, string> } | { isExcluded: boolean }

interface Step {
  rowIndex: number
  change: Change
  /** What takes it back. */
  undo: Change
}

/** Many rows that are excluded or included at once. */
interface ManyRows {
  rowIndexes: readonly number[]
  isExcluded: boolean
}

/** A find and replace, which the server takes back as a whole. */
export interface Replaced {
  replacementId: string
  changedRows: number
}

type FailedStep = (Step | ManyRows | Replaced) & { error: unknown }

type List = Pick<ReturnType<typeof useRows>, 'loaded' | 'show' | 'reread' | 'refresh' | 'refreshOthers' | 'reset'>

/** Changes rows one after the other on the server, shows what becomes of them, and takes changes back. */
export function useEdits(jobId: string, list: List) {
  const queryClient = useQueryClient()
  const [waiting, setWaiting] = useState<readonly Step[]>([])
  const [failures, setFailures] = useState<readonly FailedStep[]>([])
  const [done, setDone] = useState<readonly (Step | ManyRows | Replaced)[]>([])
  const [announcement, setAnnouncement] = useState('')
  const last = useRef(Promise.resolve())
  /** The list on the screen, which can be another one when the server answers than when the change was made. */
  const rows = useRef(list)
  rows.current = list
  const pending = useMemo(() => changesByRow(waiting), [waiting])

  const addFailure = (step: FailedStep) => setFailures((now) => [...now, step])
  const addDone = (step: Step | ManyRows | Replaced) => setDone((now) => [...now, step])

  async function send({ rowIndex, change }: Step): Promise<ImportRow | undefined> {
    if ('cells' in change) return api.patch<ImportRow>(importPath(jobId, `/rows/${rowIndex}`), { cells: change.cells })
    await excludeRows({ rowIndexes: [rowIndex], isExcluded: change.isExcluded })
    return rows.current.reread(rowIndex)
  }

  const excludeRows = ({ rowIndexes, isExcluded }: ManyRows) =>
    api.post(importPath(jobId, `/rows/${isExcluded ? 'exclude' : 'include'}`), { rowIndexes })

  async function carryOut(step: Step, isUndo: boolean) {
    try {
      const before = rows.current.loaded(step.rowIndex)
      const row = await send(step)
      if (!isUndo) addDone({ ...step, change: undoOf(step, before), undo: step.change })
      if (!row) return
      setAnnouncement(t('Row {rowIndex}: {text}', { rowIndex: row.rowIndex, text: outcomeOf(row).text }))
      // A list that was opened in the meantime may have been read before the change.
      if (!rows.current.loaded(row.rowIndex)) return rows.current.refresh()
      rows.current.show(row)
      // Nothing waits for the other rows; if they cannot be read, they stay as they are.
      void rows.current.refreshOthers(before, row).catch(() => {})
    } catch (error) {
      addFailure({ ...step, error })
      if (isUndo) addDone(step)
    } finally {
      setWaiting((now) => now.filter((one) => one !== step))
      invalidateOthers()
    }
  }

  async function changeMany(step: ManyRows | Replaced, isUndo: boolean) {
    try {
      if ('rowIndexes' in step) await excludeRows(step)
      else await api.post(importPath(jobId, `/rows/replace/${step.replacementId}/undo`), {})
      if (!isUndo && 'rowIndexes' in step) addDone({ ...step, isExcluded: !step.isExcluded })
      setAnnouncement(announcementOf(step))
      await rows.current.reset()
    } catch (error) {
      addFailure({ ...step, error })
      if (isUndo) addDone(step)
    } finally {
      invalidateOthers()
    }
  }

  function invalidateOthers() {
    for (const queryKey of [['imports', jobId, 'preview'], ['imports', jobId, 'what-if'], statusKey(jobId)])
      void queryClient.invalidateQueries({ queryKey })
  }

  /** In the order in which they were made, so that two changes of one row cannot overtake each other. */
  function enqueue(step: Step | ManyRows | Replaced, isUndo = false): Promise<void> {
    if ('change' in step) {
      setFailures((now) => now.filter((failed) => !('change' in failed) || failed.rowIndex !== step.rowIndex))
      setWaiting((now) => [...now, step])
      last.current = last.current.then(() => carryOut(step, isUndo))
    } else last.current = last.current.then(() => changeMany(step, isUndo))
    return last.current
  }

  return {
    pending,
    /** The first change that failed. The others follow when it is dismissed. */
    failed: failures[0],
    dismissFailed: () => setFailures((now) => now.slice(1)),
    announcement,
    edit: (row: ImportRow, column: string, text: string) => {
      const before = textOf(row, pending.get(row.rowIndex), column)
      if (text === before) return
      const [change, undo] = [text, before].map((value) => ({ cells: { [column]: value } })) as [Change, Change]
      void enqueue({ rowIndex: row.rowIndex, change, undo })
    },
    exclude: ({ rowIndex }: ImportRow, isExcluded: boolean) =>
      void enqueue({ rowIndex, change: { isExcluded }, undo: { isExcluded: !isExcluded } }),
    excludeMany: (rowIndexes: readonly number[], isExcluded: boolean) => enqueue({ rowIndexes, isExcluded }),
    /** The last change, which `undo` takes back. */
    undoable: done.at(-1),
    undo: () => {
      const step = done.at(-1)
      if (!step) return
      setDone((now) => now.slice(0, -1))
      void enqueue(step, true)
    },
    /** A replacement is undone before the changes that were made earlier. */
    addReplacement: addDone,
  }
}

export type Edits = ReturnType<typeof useEdits>

/** The text of a cell, also before the server has answered. */
export const textOf = ({ cells }: ImportRow, change: Change | undefined, column: string) =>
  (change && 'cells' in change ? change.cells[column] : undefined) ?? cells[column] ?? ''

/** Two quick changes of one row are both shown. */
function changesByRow(steps: readonly Pick<Step, 'rowIndex' | 'change'>[]): ReadonlyMap<number, Change> {
  const changes = new Map<number, Change>()
  for (const { rowIndex, change } of steps) {
    const before = changes.get(rowIndex)
    const cells = { ...(before && 'cells' in before && before.cells), ...('cells' in change && change.cells) }
    changes.set(rowIndex, Object.keys(cells).length > 0 ? { cells } : change)
  }
  return changes
}

/** The texts as they were when the change was sent, so that an earlier change that failed is not brought back. */
function undoOf({ change, undo }: Step, before: ImportRow | undefined): Change {
  if (!before || !('cells' in change)) return undo
  return { cells: Object.fromEntries(Object.keys(change.cells).map((name) => [name, before.cells[name] ?? ''])) }
}

const announcementOf = (step: ManyRows | Replaced) =>
  'replacementId' in step
    ? t('Replacement undone: {changedRows} rows changed back', { changedRows: step.changedRows })
    : step.isExcluded
      ? t('{count, plural, one {# row} other {# rows}} excluded', { count: step.rowIndexes.length })
      : t('{count, plural, one {# row} other {# rows}} included', { count: step.rowIndexes.length })
