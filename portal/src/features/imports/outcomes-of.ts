import type { Import } from './queries.ts'

const IMPORTS_SHOWN = 10

export interface Outcome {
  label: string
  fileName: string
  Added: number
  Changed: number
  'As they were': number
  'Left out': number
}

/** The last imports that saved something or tried to, oldest first; two of a day are told apart. */
export function outcomesOf(imports: readonly Import[], dayOf: (iso: string) => string): Outcome[] {
  const ended = imports.filter(({ terminal, result, undo }) => terminal && result && !undo).slice(0, IMPORTS_SHOWN)
  const times = new Map<string, number>()
  return ended.reverse().map(({ createdAt, fileName, result, stats }) => {
    const day = dayOf(createdAt)
    const count = (times.get(day) ?? 0) + 1
    times.set(day, count)
    return {
      label: count > 1 ? `${day} (${count})` : day,
      fileName,
      Added: result?.created ?? 0,
      Changed: (result?.updated ?? 0) + (result?.merged ?? 0),
      'As they were': result?.skipped ?? 0,
      'Left out': stats.invalidRows,
    }
  })
}
