import { t } from '../../../format/translate.ts'
import type { Contact } from '../queries.ts'

const STATUSES = { OPTED_IN: t('Agreed'), OPTED_OUT: t('Refused') } as const

/** `Agreed · 2026-11-15 · web form`, as an import stated it; undefined if none did. */
export function consentText(consent: Contact['consent']): string | undefined {
  if (!consent) return undefined
  const { status, date, source } = consent
  return [status && STATUSES[status], date, source].filter(Boolean).join(' · ') || undefined
}
