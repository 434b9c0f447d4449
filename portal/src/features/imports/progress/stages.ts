import { t } from '../../../format/translate.ts'
import type { ImportStatus } from '../queries.ts'

/** The stages of an import, in order. */
export const STAGES: readonly { name: string; now: string; states: readonly ImportStatus['status'][] }[] = [
  { name: t('Virus scan'), now: t('Scanning for viruses'), states: ['UPLOADED', 'SCANNING'] },
  { name: t('Read rows'), now: t('Reading rows'), states: ['HEADERS_EXTRACTED', 'AWAITING_MAPPING'] },
  {
    name: t('Validate contacts'),
    now: t('Validating contacts'),
    states: ['MAPPING_CONFIRMED', 'QUEUED', 'PROCESSING'],
  },
  { name: t('Review'), now: t('Awaiting review'), states: ['PENDING_REVIEW'] },
  { name: t('Save contacts'), now: t('Saving contacts'), states: ['PERSISTING'] },
]

export const currentStage = (status: ImportStatus['status']) =>
  STAGES.findIndex(({ states }) => states.includes(status))

/** The part of the server's progress percentage that covers saving. */
const SAVING_FROM = 60
const SAVING_PERCENT = 39

/** Rows done in the current stage; undefined for stages that are not measured in rows. */
export function rowsDone({ status, progress, stats }: Pick<ImportStatus, 'status' | 'progress' | 'stats'>) {
  if (status === 'PROCESSING') return stats.processedRows
  if (status !== 'PERSISTING') return undefined
  const share = Math.min(1, Math.max(0, (progress - SAVING_FROM) / SAVING_PERCENT))
  return Math.round(share * stats.totalRows)
}
