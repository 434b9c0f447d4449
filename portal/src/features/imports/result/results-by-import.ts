import type { Import } from '../queries.ts'

const IMPORTS_SHOWN = 10

interface ImportResultCounts {
  label: string
  fileName: string
  Created: number
  Updated: number
  Unchanged: number
  Failed: number
}

/** The last finished imports, oldest first. Imports of the same day are numbered. */
export function resultsByImport(imports: readonly Import[], dayOf: (iso: string) => string): ImportResultCounts[] {
  const ended = imports.filter(({ terminal, result, undo }) => terminal && result && !undo).slice(0, IMPORTS_SHOWN)
  const times = new Map<string, number>()
  return ended.reverse().map(({ createdAt, fileName, result, stats }) => {
    const day = dayOf(createdAt)
    const count = (times.get(day) ?? 0) + 1
    times.set(day, count)
    return {
      label: count > 1 ? `${day} (${count})` : day,
      fileName,
      Created: result?.created ?? 0,
      Updated: (result?.updated ?? 0) + (result?.merged ?? 0),
      Unchanged: result?.skipped ?? 0,
      Failed: stats.invalidRows,
    }
  })
}
