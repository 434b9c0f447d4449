/**
 * The state machine of an import. Only a new mapping moves a job back, to MAPPING_CONFIRMED; it may fail or be cancelled
 * while it is active, and a terminal state is final.
 */
export const IMPORT_TRANSITIONS = {
  UPLOADED: ['SCANNING', 'FAILED', 'CANCELLED'],
  SCANNING: ['HEADERS_EXTRACTED', 'QUARANTINED', 'FAILED', 'CANCELLED'],
  HEADERS_EXTRACTED: ['AWAITING_MAPPING', 'FAILED', 'CANCELLED'],
  AWAITING_MAPPING: ['MAPPING_CONFIRMED', 'FAILED', 'CANCELLED'],
  /** Another sheet or header row may give columns that the mapping does not fit. */
  MAPPING_CONFIRMED: ['QUEUED', 'AWAITING_MAPPING', 'FAILED', 'CANCELLED'],
  QUEUED: ['PROCESSING', 'FAILED', 'CANCELLED'],
  PROCESSING: ['PENDING_REVIEW', 'FAILED', 'CANCELLED'],
  PENDING_REVIEW: ['PERSISTING', 'MAPPING_CONFIRMED', 'FAILED', 'CANCELLED'],
  PERSISTING: ['COMPLETED', 'PARTIAL_SUCCESS', 'FAILED', 'CANCELLED'],
  QUARANTINED: [],
  COMPLETED: [],
  PARTIAL_SUCCESS: [],
  FAILED: [],
  CANCELLED: [],
} as const

export type ImportStatus = keyof typeof IMPORT_TRANSITIONS
export const IMPORT_STATUSES = Object.keys(IMPORT_TRANSITIONS) as ImportStatus[]

export const isTerminal = (status: ImportStatus) => IMPORT_TRANSITIONS[status].length === 0
export const ACTIVE: readonly ImportStatus[] = IMPORT_STATUSES.filter((status) => !isTerminal(status))

export const canTransition = (from: ImportStatus, to: ImportStatus) =>
  (IMPORT_TRANSITIONS[from] as readonly ImportStatus[]).includes(to)

/** Whether each state may follow the one before it. */
export const isPath = ([from, ...next]: readonly ImportStatus[]): boolean =>
  from === undefined || next[0] === undefined || (canTransition(from, next[0]) && isPath(next))

/** Whether the rows were processed to the end with the current mapping, so that there is a preview and reports. */
export const reachedReview = (history: readonly { status: ImportStatus }[]) => {
  const lastOf = (wanted: ImportStatus) => history.findLastIndex(({ status }) => status === wanted)
  return lastOf('PENDING_REVIEW') > lastOf('MAPPING_CONFIRMED')
}

/** Whether the job waits for the vendor. */
export const needsAction = (status: ImportStatus) => status === 'AWAITING_MAPPING' || status === 'PENDING_REVIEW'

export interface RowCounts {
  /** 0 until the file has been read; constant from then on. */
  totalRows: number
  /** Never falls while the mapping stays. */
  processedRows: number
  /** Never falls. */
  persistedRows: number
}

const PREPARED_PERCENT = 5
const PROCESSED_PERCENT = 55
const PERSISTED_PERCENT = 39

/**
 * Progress in percent with one decimal. It decreases only with a new mapping, and a job that ended without success stays below 100: the
 * last percent is reserved for the successful end.
 */
export function progressOf(status: ImportStatus, { totalRows, processedRows, persistedRows }: RowCounts): number {
  if (status === 'COMPLETED' || status === 'PARTIAL_SUCCESS') return 100
  const share = (rows: number) => (totalRows > 0 ? Math.min(rows / totalRows, 1) : 0)
  const percent = prepared(status) + PROCESSED_PERCENT * share(processedRows) + PERSISTED_PERCENT * share(persistedRows)
  return Math.floor(percent * 10) / 10
}

/**
 * One percent for each state before the first row. A terminal state gets all of them, because the state before it is
 * unknown here.
 */
const prepared = (status: ImportStatus) => Math.min(IMPORT_STATUSES.indexOf(status), PREPARED_PERCENT)
