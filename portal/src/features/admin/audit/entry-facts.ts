import type { AuditEntry } from '@harkara/server/audit/schema'
import type { Out } from '../../../api/types.ts'
import { formatMoney } from '../../../format/money.ts'
import { countryName } from '../../../format/text.ts'
import { t } from '../../../format/translate.ts'
import { DEAD_LETTER_KINDS, deadLetterTitle } from '../dead-letters/dead-letters.ts'
import { detailName } from './detail-names.ts'
import { wordOf } from './detail-words.ts'

export type Entry = Out<typeof AuditEntry>
type Fields = Entry['details']

interface Names {
  number: (count: number) => string
  instant: (iso: string) => string
  tier: (id: string) => string | undefined
}

/** What an entry says beyond its action: names and values in words, and what was before and is after. */
export function factsOf(entry: Pick<Entry, 'details' | 'before' | 'after' | 'people'>, names: Names) {
  const { details } = entry
  const [before, after] = [entry.before ?? {}, entry.after ?? {}]
  const text = (name: string, value: Fields[string] | undefined) => textOf(name, value, entry, names)
  const changed = (name: string) => name in before && name in after && before[name] !== after[name]
  const all = { ...details, ...before, ...after }
  const shown = Object.keys(all).filter(
    (name) => changed(name) || isFact(name, details) || (!(name in details) && SHOWN_ALONE.includes(name)),
  )
  return [
    ...letterOf(details),
    ...shown.map((name): Fact => {
      const value = changed(name) ? `${text(name, before[name])} → ${text(name, after[name])}` : text(name, all[name])
      return [detailName(name), value]
    }),
  ]
}

type Fact = readonly [name: string, value: string]

/** Of a subject that was created or deleted, everything else is said by the action. */
const SHOWN_ALONE = ['role', 'invitedBy']

const isFact = (name: string, details: Fields) => {
  const value = details[name]
  if (value === null || value === undefined) return false
  if (isLetter(details)) return name !== 'kind' && name !== 'name'
  const isRate = details['kind'] === 'EXCHANGE_RATE'
  // The amount of a rate is only what its limit is compared with.
  if (name === 'amountMinorUnit') return !isRate
  return name !== 'currency' || isRate || !('amountMinorUnit' in details)
}

const isLetter = ({ kind, name }: Fields) => typeof name === 'string' && String(kind) in DEAD_LETTER_KINDS

const letterOf = (details: Fields): Fact[] =>
  isLetter(details)
    ? [[t('Dead letter'), deadLetterTitle(details as unknown as Parameters<typeof deadLetterTitle>[0])]]
    : []

function textOf(
  name: string,
  value: Fields[string] | undefined,
  { details, people }: Pick<Entry, 'details' | 'people'>,
  names: Names,
): string {
  if (value === null || value === undefined) return t('none')
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'number') return numberText(name, value, details['currency'], names)
  if (name === 'countryCode') return countryName(value)
  if (name === 'tierId') return names.tier(value) ?? value
  if (name.endsWith('By')) return people[value] ?? value
  return NAMED_FOR_INSTANT.test(name) && INSTANT.test(value) ? names.instant(value) : wordOf(name, value)
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
/** A reason or a name, which people write, may begin like an instant. */
const NAMED_FOR_INSTANT = /(At|From|Until)$/

function numberText(name: string, value: number, currency: Fields[string] | undefined, names: Names): string {
  if (name.endsWith('MinorUnit') && typeof currency === 'string') return formatMoney(value, currency)
  if (name.endsWith('Paise')) return formatMoney(value, 'INR')
  if (name === 'metaCostUsdMicros')
    return t('USD {amount}', { amount: (value / 1_000_000).toFixed(6).replace(/0{1,2}$/, '') })
  if (name.toLowerCase().endsWith('percent')) return `${value}%`
  // A code of the provider is a name, not a count.
  return name === 'code' ? String(value) : names.number(value)
}
