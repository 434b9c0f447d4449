import type { ColumnField } from '@harkara/server/domain/imports/mapping/column-use'
import type { Tone } from '../../components/status-dot.tsx'
import type { Import, PreviewItem } from './queries.ts'

type Status = Import['status']
export type Strategy = Import['mergeStrategy']
export type Action = PreviewItem['_action']

/** The states of an import as its owner reads them. */
export const STATES: Record<Status, readonly [Tone, string]> = {
  UPLOADED: ['wait', 'Uploaded'],
  SCANNING: ['wait', 'Being checked'],
  HEADERS_EXTRACTED: ['wait', 'Being read'],
  AWAITING_MAPPING: ['wait', 'Waits for its columns'],
  MAPPING_CONFIRMED: ['wait', 'In line'],
  QUEUED: ['wait', 'In line'],
  PROCESSING: ['wait', 'Being looked at'],
  PENDING_REVIEW: ['wait', 'Waits for your review'],
  PERSISTING: ['wait', 'Being saved'],
  COMPLETED: ['good', 'Done'],
  PARTIAL_SUCCESS: ['good', 'Done, some rows left out'],
  QUARANTINED: ['wrong', 'Blocked'],
  FAILED: ['wrong', 'Failed'],
  CANCELLED: ['calm', 'Cancelled'],
}

export const STEPS = ['Upload', 'Columns', 'Review', 'Done'] as const

const STEP_OF: Partial<Record<Status, number>> = {
  UPLOADED: 0,
  SCANNING: 0,
  HEADERS_EXTRACTED: 0,
  AWAITING_MAPPING: 1,
  MAPPING_CONFIRMED: 2,
  QUEUED: 2,
  PROCESSING: 2,
  PENDING_REVIEW: 2,
  PERSISTING: 3,
  COMPLETED: 3,
  PARTIAL_SUCCESS: 3,
}

/** Which step of the wizard an import is in; one that ended early stays where it ended. */
export const stepOf = (history: readonly { status: Status }[]): number =>
  history.map(({ status }) => STEP_OF[status]).findLast((step) => step !== undefined) ?? 0

export const FIELDS: Record<ColumnField, string> = {
  phone: 'Phone number',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  country: 'Country',
  labels: 'Labels',
  attribute: 'A detail to keep',
  ignore: 'Leave it out',
}

export const STRATEGIES: Record<Strategy, { name: string; about: string }> = {
  MERGE_LABELS: {
    name: 'Add labels only',
    about: 'Names and details of people you already have stay as they are; new labels are added.',
  },
  UPDATE_METADATA: {
    name: 'Fill in and update',
    about:
      'The longer name wins, every filled cell replaces the old value, labels are added. Empty cells change nothing.',
  },
  SKIP_DUPLICATES: {
    name: 'Leave them alone',
    about: 'People you already have are not touched at all. Only new numbers are added.',
  },
  FULL_REPLACE: {
    name: 'Overwrite them',
    about: 'Name, details and labels become what the file says; whatever it does not say is gone.',
  },
}

export const ACTIONS: Record<Action, string> = {
  CREATE: 'Is added',
  UPDATE: 'Is updated',
  MERGE: 'Gets labels',
  SKIP: 'Stays as it is',
}

/** Why a number belongs to its country. */
export const EVIDENCE: Record<string, string> = {
  EXPLICIT: 'The number is written with its country code.',
  PREFIX: 'The number begins with the calling code of this country and is valid there.',
  COLUMN: 'The country column of the row says so.',
  DEFAULT: 'The number does not tell; you chose this country for the file.',
  MAJORITY: 'The number does not tell; more than half of the others in the file are from here.',
  FALLBACK: 'Nothing tells the country. It is your own, as the best guess.',
}

/** What to do about a reason or a warning of the server. */
export function adviceOf(reason: string): string {
  return ADVICE.find(([start]) => reason.startsWith(start))?.[1] ?? ''
}

const ADVICE: readonly (readonly [string, string])[] = [
  ['no valid phone number', 'Fill in a number, and check that the right column was chosen for numbers.'],
  ['malformed number', 'Leave digits only. In the spreadsheet, format the column as text before you save.'],
  ['invalid country code', 'Correct the code after the +, or the country cell.'],
  ['invalid digit count', 'Look for missing or doubled digits, or choose the country of the file.'],
  ['impossible number', 'No such number is given out there. Perhaps it is from another country.'],
  ['row could not be processed', 'Make the row simpler. If it looks harmless, write to support.'],
  ['ambiguous country', 'Choose the country of the file, or write the number with its + and code.'],
  [
    'number may be mistyped',
    'It is one digit away from a number in your country. Compare it with where it came from, or write it with its + and code.',
  ],
  ['duplicate contact', 'The number stands in several rows, which become one contact.'],
  ['suspicious formatting', 'Names and numbers do not match in count. Look at this name.'],
  ['more than 10 labels', 'Often the wrong column was chosen for labels.'],
]

/** `The file was not accepted: macro.` as a shop owner would say it. */
export function threatIn(reason: string): string {
  const [, threat = ''] = /: (.+?)\.?$/.exec(reason) ?? []
  return THREATS[threat] ?? (threat ? `something that the virus scanner calls “${threat}”` : 'something dangerous')
}

const THREATS: Record<string, string> = {
  'EICAR test file': 'the test virus EICAR',
  'executable program': 'a program',
  script: 'a script, which is a program',
  macro: 'a macro, which is a program',
  'embedded object': 'another file inside it',
  'external link': 'a link that loads something from elsewhere',
  'OLE compound file': 'another file inside it',
  'zip bomb': 'far more data than it seems to have',
}
