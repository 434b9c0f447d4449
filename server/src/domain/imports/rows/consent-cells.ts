import { type Consent, type ConsentStatus, consentOf } from '../../contacts/consent.ts'
import { cleanText, foldCase } from '../../text/clean-text.ts'
import type { ConsentPart } from '../mapping/column-use.ts'

const fold = (text: string) =>
  foldCase(text.normalize('NFKD').replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1'))
    .replace(/[^\p{L}\p{M}\p{N}✓✔✗✘]+/gu, ' ')
    .trim()

const words = (list: string): ReadonlySet<string> =>
  new Set(
    list
      .trim()
      .split(/\s*,\s*/)
      .map(fold),
  )

const YES =
  words(`yes, y, true, t, 1, on, ok, x, ✓, ✔, si, sí, s, sim, oui, ja, j, ya, iya, हाँ, हां, نعم, opt in, opted in,
  optin, subscribed, accepted, accepts, agreed, granted, given, confirmed, active, consented, suscrito, inscrito, abonné,
  abonniert, einverstanden, setuju, acepta, aceita, accepte, सहमत, موافق, مشترك`)
const NO =
  words(`no, n, false, f, 0, off, ✗, ✘, non, nein, não, tidak, नहीं, لا, opt out, opted out, optout, unsubscribed,
  not subscribed, non subscribed, nonsubscribed, not opted in, declined, denied, refused, rejected, withdrawn, revoked,
  inactive, never, stop, stopped, blocked, dnd, غير موافق, غير مشترك`)
const NOTHING = words('n a, na, none, null, unknown, not set, pending')

/** Whether the cell states nothing about consent, which needs no warning. */
export const saysNothing = (cell: string) => fold(cell) === '' || NOTHING.has(fold(cell))

function statusOf(cell: string): ConsentStatus | undefined {
  const folded = fold(cell)
  if (NO.has(folded)) return 'OPTED_OUT'
  return YES.has(folded) ? 'OPTED_IN' : undefined
}

/** `No - called in May`, `Yes (web form)` */
const WITH_REMARK = /^(\p{L}[\p{L}\p{M} -]+?)\s*(?:[,;:(]|\s[-–—]\s).*$/su

/** A yes or a no, also with a remark behind it. */
export const readConsentStatus = (cell: string): ConsentStatus | undefined =>
  statusOf(cell) ?? statusOf(cell.trim().replace(WITH_REMARK, '$1'))

/** Names and abbreviations of months in the Latin languages of header-words.ts begin with these letters. */
const MONTH = String.raw`(?:jan|ene|feb|fev|fév|mar|mär|mrz|apr|abr|avr|may|mai|mei|jun|jui|jul|aug|ago|aoû|agu|sep|set|oct|okt|out|nov|dec|déc|dez|des|dic)\p{L}*\.?`
const DATES = [
  String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}`,
  String.raw`\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}`,
  String.raw`\d{1,2}\.?[-/ ](?:de )?${MONTH}[-/ ](?:de )?(?:\d{4}|\d{2})`,
  String.raw`${MONTH} \d{1,2},? (?:\d{4}|\d{2})`,
]
const DATE = new RegExp(`^(?:${DATES.join('|')})(?:[ T,].*)?$`, 'iu')
export const looksLikeDate = (cell: string) => DATE.test(cell.trim())

export interface ConsentCell {
  part: ConsentPart
  cell: string
}

export interface ConsentReading {
  consent: Consent | undefined
  /** A cell is neither a yes nor a no. */
  isUnclear: boolean
}

/**
 * The consent that the cells of a row state together. One refusal outweighs all agreements. A yes or a no is a status in
 * a column of dates or sources too, because its heading may have been misread. A no in a column of refusals states
 * nothing, because it does not say that the person agreed.
 */
export function readConsent(cells: readonly ConsentCell[]): ConsentReading {
  const statuses = new Set<ConsentStatus>()
  const stated: Consent = {}
  let isUnclear = false
  for (const { part, cell } of cells) {
    const status = part === 'source' ? statusOf(cell) : readConsentStatus(cell)
    if (status !== undefined) {
      if (part !== 'optOut') statuses.add(status)
      else if (status === 'OPTED_IN' || REFUSED.has(fold(cell))) statuses.add('OPTED_OUT')
    } else if (part === 'source') stated.source ??= cleanText(cell)
    else if (part === 'date' || looksLikeDate(cell)) {
      stated.date ??= cleanText(cell)
      if (part === 'optOut') statuses.add('OPTED_OUT')
    } else isUnclear ||= !saysNothing(cell)
  }
  const status = statuses.has('OPTED_OUT') ? 'OPTED_OUT' : statuses.has('OPTED_IN') ? 'OPTED_IN' : undefined
  return { consent: consentOf({ ...stated, status }), isUnclear }
}

/** In a column of refusals these words are refusals too, unlike a plain no. */
const REFUSED = words('opt out, opted out, optout, unsubscribed, dnd, blocked, stop, stopped')
