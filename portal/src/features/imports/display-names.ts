import type { ColumnField } from '@harkara/server/domain/imports/mapping/column-use'
import type { Tone } from '../../components/values/status-dot.tsx'
import type { Import, PreviewItem } from './queries.ts'

type Status = Import['status']
export type Strategy = Import['mergeStrategy']
export type Action = PreviewItem['_action']

/** Display names of import statuses. */
export const STATES: Record<Status, readonly [Tone, string]> = {
  UPLOADED: ['pending', 'Uploaded'],
  SCANNING: ['pending', 'Scanning'],
  HEADERS_EXTRACTED: ['pending', 'Reading'],
  AWAITING_MAPPING: ['pending', 'Awaiting columns'],
  MAPPING_CONFIRMED: ['pending', 'Queued'],
  QUEUED: ['pending', 'Queued'],
  PROCESSING: ['pending', 'Processing'],
  PENDING_REVIEW: ['pending', 'Awaiting review'],
  PERSISTING: ['pending', 'Saving'],
  COMPLETED: ['success', 'Completed'],
  PARTIAL_SUCCESS: ['pending', 'Completed with errors'],
  QUARANTINED: ['error', 'Blocked'],
  FAILED: ['error', 'Failed'],
  CANCELLED: ['neutral', 'Cancelled'],
}

export const STEPS = ['Upload', 'Columns', 'Review', 'Done'] as const
export const COLUMNS_STEP = STEPS.indexOf('Columns')

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

/** The wizard step of an import. An import that stopped early stays at the step it had reached. */
export const stepOf = (history: readonly { status: Status }[]): number =>
  history.map(({ status }) => STEP_OF[status]).findLast((step) => step !== undefined) ?? 0

export const FIELDS: Record<ColumnField, string> = {
  phone: 'Phone number',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  country: 'Country',
  labels: 'Labels',
  consent: 'Marketing consent',
  attribute: 'Custom attribute',
  ignore: 'Do not import',
}

export const STRATEGIES: Record<Strategy, { name: string; about: string }> = {
  MERGE_LABELS: {
    name: 'Add labels only',
    about: 'Names and attributes stay unchanged. New labels are added.',
  },
  UPDATE_METADATA: {
    name: 'Update',
    about: 'The longer name is kept, non-empty cells overwrite attributes, and labels are added.',
  },
  SKIP_DUPLICATES: {
    name: 'Skip',
    about: 'Existing contacts are not changed. Only new contacts are created.',
  },
  FULL_REPLACE: {
    name: 'Replace',
    about: 'Name, attributes and labels are replaced by the file. Anything not in the file is removed.',
  },
}

export const ACTIONS: Record<Action, string> = {
  CREATE: 'Create',
  UPDATE: 'Update',
  MERGE: 'Add labels',
  SKIP: 'Skip',
}

/** Explains how the country of a number was determined. */
export const COUNTRY_SOURCES: Record<string, string> = {
  EXPLICIT: 'The number includes its country code.',
  PREFIX: 'The number starts with the calling code of this country and is valid there.',
  COLUMN: 'Taken from the country column.',
  DEFAULT: 'The number has no country code. This is the default country of the import.',
  MAJORITY: 'The number has no country code. Most numbers in the file are from this country.',
  FALLBACK: 'The country could not be determined, so your own country is used.',
}

/** Advice for an error or warning reported by the server. */
export function adviceFor(reason: string): string {
  return ADVICE.find(([start]) => reason.startsWith(start))?.[1] ?? ''
}

const ADVICE: readonly (readonly [string, string])[] = [
  ['no valid phone number', 'Add a number, and check that the right column is selected for phone numbers.'],
  ['malformed number', 'Use digits only. Format the column as text in your spreadsheet app before you save.'],
  ['invalid country code', 'Correct the code after the +, or the country cell.'],
  ['invalid digit count', 'Check for missing or extra digits, or set the default country.'],
  ['impossible number', 'This number is not assigned in that country. Check the country.'],
  [
    'formula without a stored result',
    'Open the file in a spreadsheet app, save it, and upload it again. Then the results of its formulas are in it.',
  ],
  ['row could not be processed', 'Simplify the row. If it looks correct, contact support.'],
  ['ambiguous country', 'Set the default country, or add + and the country code to the number.'],
  [
    'number may be mistyped',
    'It is one digit away from a number in your country. Compare it with its source, or add + and the country code.',
  ],
  ['duplicate contact', 'The number appears in several rows, which become one contact.'],
  ['suspicious formatting', 'The row has a different number of names and phone numbers. Check the name.'],
  [
    'unclosed quotation mark',
    'A cell starts with a quotation mark that is never closed. Compare the row with its source.',
  ],
  ['consent not understood', 'The consent is neither yes nor no, so it was not recorded. Correct the cell.'],
  ['more than 10 labels', 'Check that the right column is selected for labels.'],
]

/** Turns a reason such as `The file was not accepted: macro.` into the object of “The file contains …”. */
export function describeThreat(reason: string): string {
  const [, threat = ''] = /: (.+?)\.?$/.exec(reason) ?? []
  return THREATS[threat] ?? (threat ? `a threat that the virus scanner identified as “${threat}”` : 'a threat')
}

const THREATS: Record<string, string> = {
  'EICAR test file': 'the EICAR test virus',
  'executable program': 'an executable program',
  script: 'a script',
  macro: 'a macro',
  'embedded object': 'an embedded file',
  'external link': 'a link that loads external content',
  'OLE compound file': 'an embedded file',
  'zip bomb': 'an excessive amount of compressed data (zip bomb)',
}
