import type { Columns } from '../mapping.ts'

/** The answers of the API, as far as this client reads them. */
export interface Status {
  jobId: string
  status: string
  progress: number
  stats: {
    totalRows: number
    processedRows: number
    validRows: number
    invalidRows: number
    excludedRows?: number
    warningRows: number
    valid: number
    errors: number
  }
  terminal: boolean
  needsAction: boolean
  failureReason?: string
  result?: { created: number; updated: number; merged: number; skipped: number; changedSincePreview: number }
  undo?: Undo
  /** The import whose corrected error report this is, those of its own reports, and how many rows these have saved. */
  parentJobId?: string | null
  childJobIds?: string[]
  repairedRows?: number
}

export interface Undo {
  state: 'RUNNING' | 'DONE'
  restored: number
  removed: number
  kept: number
}

export interface PreviewItem {
  name: string
  labels: string[]
  rowIndex: number
  _normalized: { e164: string }
  _action: 'CREATE' | 'UPDATE' | 'MERGE' | 'SKIP'
  _warnings: string[]
}

export interface Preview {
  totalValid: number
  totalWarnings: number
  totalErrors: number
  totalOptOuts?: number
  conflictSummary: {
    totalNewContacts: number
    totalExistingContacts: number
    contactsWithUpdatedNames: number
    contactsWithNewLabels: number
  }
  validSample: PreviewItem[]
  planHash?: string
}

export const ROW_STATUSES = ['valid', 'warning', 'failed', 'excluded'] as const

export interface Row {
  rowIndex: number
  status: (typeof ROW_STATUSES)[number]
  cells: Record<string, string>
  reason: string | null
  warnings: string[]
  contacts: { e164: string; name: string; action: PreviewItem['_action'] }[]
}

export interface RowPage {
  data: Row[]
  total: number
  nextCursor: string | null
}

export interface WhatIf {
  country: string
  valid: number
  ambiguous: number
  failed: number
  changed: number
  sampledRows?: number
}

export interface Mapping {
  sheets: { name: string; rows: number | null; hidden: boolean }[]
  sheet: string | null
  headers: { column: string; samples: string[] }[]
  suggestion: Columns
}

export interface Session {
  accessToken: string
  refreshToken: string
}

/** What a mailed code or a second factor has to complete. */
export interface Challenge {
  challenge: string
  challengeToken: string
  /** Of a second factor. */
  methods?: string[]
}

/** What signing in answers. A challenge for the second factor may follow the one for the mailed code. */
export type SignIn = Session | Challenge

/** RFC 9457, with the members that the code's documentation names. */
export interface Problem {
  code: string
  detail: string
  requestId?: string
  errors?: { path: string; message: string }[]
  existingJobId?: string
  currentStatus?: string
  changedContacts?: number
}
