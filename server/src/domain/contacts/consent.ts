/** What a person agreed to, as an import stated it. */
export interface Consent {
  /** Undefined: only a date or a source is known. */
  status?: ConsentStatus | undefined
  /** As written in the file; a date cell of a workbook is `2026-11-15`. */
  date?: string | undefined
  source?: string | undefined
}

export const CONSENT_STATUSES = ['OPTED_IN', 'OPTED_OUT'] as const
export type ConsentStatus = (typeof CONSENT_STATUSES)[number]

/**
 * A refusal replaces an agreement, with its date and source, but an agreement never replaces a refusal. Otherwise the
 * incoming values are added, and empty ones remove nothing: date and source are the proof of a consent.
 */
export function mergeConsent(existing: Consent | undefined, incoming: Consent | undefined): Consent | undefined {
  if (!existing || !incoming) return incoming ?? existing
  if (existing.status === 'OPTED_OUT' && incoming.status !== 'OPTED_OUT') return existing
  if (existing.status && incoming.status && existing.status !== incoming.status) return incoming
  return consentOf({
    status: incoming.status ?? existing.status,
    date: incoming.date ?? existing.date,
    source: incoming.source ?? existing.source,
  })
}

/** Without empty values; undefined if nothing is stated. */
export function consentOf({ status, date, source }: Consent): Consent | undefined {
  if (!status && !date && !source) return undefined
  return { ...(status && { status }), ...(date && { date }), ...(source && { source }) }
}

export const sameConsent = (a: Consent | undefined, b: Consent | undefined) =>
  a?.status === b?.status && a?.date === b?.date && a?.source === b?.source

/** One line for a comparison, such as `OPTED_IN, 2026-11-15, web form`. */
export const consentText = (consent: Consent | undefined) =>
  [consent?.status, consent?.date, consent?.source].filter(Boolean).join(', ')
