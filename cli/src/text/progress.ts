import type { Status } from '../api/shapes.ts'
import { count, counted, megabytes, shortened } from './printable.ts'

/** The progress of an upload or an import. */
export interface Progress {
  label: string
  percent: number
  detail: string
}

const LABELS: Readonly<Record<string, string>> = {
  UPLOADED: 'Waiting',
  SCANNING: 'Scanning',
  HEADERS_EXTRACTED: 'Reading',
  AWAITING_MAPPING: 'Reading',
  MAPPING_CONFIRMED: 'Waiting',
  QUEUED: 'Waiting',
  PROCESSING: 'Checking',
  PENDING_REVIEW: 'Checked',
  PERSISTING: 'Saving',
}

export const uploadProgress = (sentBytes: number, totalBytes: number): Progress => ({
  label: 'Uploading',
  percent: Math.floor((100 * Math.min(sentBytes, totalBytes)) / totalBytes),
  detail: `${megabytes(Math.min(sentBytes, totalBytes))} of ${megabytes(totalBytes)}`,
})

export const statusProgress = ({ status, progress, stats, result }: Status): Progress => ({
  label: LABELS[status] ?? 'Waiting',
  percent: Math.floor(progress),
  detail: detailOf(status, stats, result),
})

function detailOf(status: string, stats: Status['stats'], result: Status['result']): string {
  if (status === 'PROCESSING' && stats.totalRows > 0)
    return `${count(stats.processedRows)} of ${counted(stats.totalRows, 'row')}`
  if (status !== 'PERSISTING' || !result) return ''
  return `${count(result.created + result.updated + result.merged + result.skipped)} of ${counted(stats.valid, 'contact')}`
}

const LABEL_CHARS = 10
const BAR_CELLS = 28

/** A single line that fits the terminal, because a wrapped line could not be overwritten. */
export function progressLine({ label, percent, detail }: Progress, columns: number): string {
  const filled = Math.round((BAR_CELLS * percent) / 100)
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled)
  const line = `${label.padEnd(LABEL_CHARS)} ${bar} ${String(percent).padStart(3)}%${detail && `  ${detail}`}`
  return shortened(line, Math.max(columns - 1, 1))
}

const STEP_PERCENT = 10

/** Whether to print a new line in a plain log: the step has changed or advanced by another 10%. */
export const shouldPrintProgress = (before: Progress | undefined, now: Progress): boolean =>
  before?.label !== now.label || Math.floor(now.percent / STEP_PERCENT) > Math.floor(before.percent / STEP_PERCENT)

export const plainProgress = ({ label, percent, detail }: Progress): string =>
  `${label}: ${percent}%${detail && ` (${detail})`}`
