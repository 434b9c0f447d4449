import type { ColumnField } from '@harkara/server/domain/imports/mapping/column-use'
import type { Tone } from '../../components/values/status-dot.tsx'
import { t } from '../../format/translate.ts'
import type { Import, PreviewItem } from './queries.ts'

type Status = Import['status']
export type Strategy = Import['mergeStrategy']
export type Action = PreviewItem['_action']

/** Display names of import statuses. */
export const STATES: Record<Status, readonly [Tone, string]> = {
  UPLOADED: ['pending', t('Uploaded')],
  SCANNING: ['pending', t('Scanning')],
  HEADERS_EXTRACTED: ['pending', t('Reading')],
  AWAITING_MAPPING: ['pending', t('Awaiting column mapping')],
  MAPPING_CONFIRMED: ['pending', t('Queued')],
  QUEUED: ['pending', t('Queued')],
  PROCESSING: ['pending', t('Processing')],
  PENDING_REVIEW: ['pending', t('Awaiting review')],
  PERSISTING: ['pending', t('Saving')],
  COMPLETED: ['success', t('Completed')],
  PARTIAL_SUCCESS: ['pending', t('Completed with errors')],
  QUARANTINED: ['error', t('Blocked')],
  FAILED: ['error', t('Failed')],
  CANCELLED: ['neutral', t('Cancelled')],
}

export const STEPS: readonly string[] = [t('Upload'), t('Columns'), t('Review'), t('Done')]
export const COLUMNS_STEP = 1

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
  phone: t('Phone number'),
  name: t('Name'),
  firstName: t('First name'),
  lastName: t('Last name'),
  country: t('Country'),
  labels: t('Labels'),
  consent: t('Marketing consent'),
  attribute: t('Custom attribute'),
  ignore: t('Do not import'),
}

export const STRATEGIES: Record<Strategy, { name: string; about: string }> = {
  MERGE_LABELS: {
    name: t('Add labels only'),
    about: t('Names and attributes stay unchanged. New labels are added.'),
  },
  UPDATE_METADATA: {
    name: t('Update'),
    about: t('The longer name is kept, non-empty cells overwrite attributes, and labels are added.'),
  },
  SKIP_DUPLICATES: {
    name: t('Skip'),
    about: t('Existing contacts are not changed. Only new contacts are created.'),
  },
  FULL_REPLACE: {
    name: t('Replace'),
    about: t('Name, attributes and labels are replaced by the file. Anything not in the file is removed.'),
  },
}

export const ACTIONS: Record<Action, string> = {
  CREATE: t('Create'),
  UPDATE: t('Update'),
  MERGE: t('Add labels'),
  SKIP: t('Skip'),
}

/** Explains how the country of a number was determined. */
export const COUNTRY_SOURCES: Record<string, string> = {
  EXPLICIT: t('The number includes its country code.'),
  PREFIX: t('The number starts with the calling code of this country and is valid there.'),
  COLUMN: t('Taken from the country column.'),
  DEFAULT: t('The number has no country code. This is the default country of the import.'),
  MAJORITY: t('The number has no country code. Most numbers in the file are from this country.'),
  FALLBACK: t('The country could not be determined, so your own country is used.'),
}

/** Advice for an error or warning reported by the server. */
export function adviceFor(reason: string): string {
  return ADVICE.find(([start]) => reason.startsWith(start))?.[1] ?? ''
}

const ADVICE: readonly (readonly [string, string])[] = [
  ['no valid phone number', t('Add a number, and check that the right column is selected for phone numbers.')],
  ['malformed number', t('Use digits only. Format the column as text in your spreadsheet app before you save.')],
  ['invalid country code', t('Correct the code after the +, or the country cell.')],
  ['invalid digit count', t('Check for missing or extra digits, or set the default country.')],
  ['impossible number', t('This number is not assigned in that country. Check the country.')],
  [
    'formula without a stored result',
    t(
      'Open the file in a spreadsheet app, save it so that the results of its formulas are stored, and upload it again.',
    ),
  ],
  [
    'too much text in the row',
    t('Leave out columns that you do not need, or give each number of the row a row of its own.'),
  ],
  ['row could not be processed', t('Simplify the row. If it looks correct, contact support.')],
  ['ambiguous country', t('Set the default country, or add + and the country code to the number.')],
  [
    'number may be mistyped',
    t('It is one digit away from a number in your country. Compare it with its source, or add + and the country code.'),
  ],
  ['duplicate contact', t('The number appears in several rows, which become one contact.')],
  ['suspicious formatting', t('The row has a different number of names and phone numbers. Check the name.')],
  [
    'unclosed quotation mark',
    t('A cell starts with a quotation mark that is never closed. Compare the row with its source.'),
  ],
  ['consent not understood', t('The consent is neither yes nor no, so it was not recorded. Correct the cell.')],
  ['attributes not added', t('The contact would have more attributes than a contact can have. Remove some first.')],
  ['more than 10 labels', t('Check that the right column is selected for labels.')],
]

/** Turns a reason such as `The file was not accepted: macro.` into the object of “The file contains …”. */
export function describeThreat(reason: string): string {
  const [, threat = ''] = /: (.+?)\.?$/.exec(reason) ?? []
  return (
    THREATS[threat] ??
    (threat ? t('a threat that the virus scanner identified as “{threat}”', { threat }) : t('a threat'))
  )
}

const THREATS: Record<string, string> = {
  'EICAR test file': t('the EICAR test virus'),
  'executable program': t('an executable program'),
  script: t('a script'),
  macro: t('a macro'),
  'embedded object': t('an embedded file'),
  'external link': t('a link that loads external content'),
  'OLE compound file': t('an embedded file'),
  'zip bomb': t('an excessive amount of compressed data (zip bomb)'),
}
