import type { ImportStatus } from './queries.ts'

/** What happens between the upload and the end, as people would say it. */
export const STAGES: readonly { name: string; now: string; states: readonly ImportStatus['status'][] }[] = [
  { name: 'Checked for viruses', now: 'Checking the file for viruses', states: ['UPLOADED', 'SCANNING'] },
  { name: 'Rows read', now: 'Reading the rows', states: ['HEADERS_EXTRACTED', 'AWAITING_MAPPING'] },
  {
    name: 'Numbers and names looked at',
    now: 'Looking at every number and name',
    states: ['MAPPING_CONFIRMED', 'QUEUED', 'PROCESSING'],
  },
  { name: 'Reviewed by you', now: 'Waiting for your review', states: ['PENDING_REVIEW'] },
  { name: 'Contacts saved', now: 'Saving the contacts', states: ['PERSISTING'] },
]

export const currentStage = (status: ImportStatus['status']) =>
  STAGES.findIndex(({ states }) => states.includes(status))

/** Of a hundred percent these are for saving, after all rows have been looked at. */
const SAVING_FROM = 60
const SAVING_PERCENT = 39

/** How many rows of the present stage are done; undefined where rows are not what takes the time. */
export function rowsDone({ status, progress, stats }: Pick<ImportStatus, 'status' | 'progress' | 'stats'>) {
  if (status === 'PROCESSING') return stats.processedRows
  if (status !== 'PERSISTING') return undefined
  const share = Math.min(1, Math.max(0, (progress - SAVING_FROM) / SAVING_PERCENT))
  return Math.round(share * stats.totalRows)
}
