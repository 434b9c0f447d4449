import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import { isWords } from '../../domain/messaging/inbound.ts'
import { normalizeText } from '../../domain/messaging/keywords.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { optInNumber, optOutNumber } from '../contacts/audience/opt-out.ts'
import { optInEverywhere, optOutEverywhere } from '../messages/opt-out.ts'
import type { InboundMessage } from './inbound-message.ts'

type WordDeps = Pick<Deps, 'blindIndex' | 'config'>

/** What the whole of a message means, if it is one of the words that everybody knows. */
export function wordOf({ config }: Pick<Deps, 'config'>, { type, content }: Pick<InboundMessage, 'type' | 'content'>) {
  const word = isWords(type) ? normalizeText(content.text) : ''
  if (config.STOP_WORDS.has(word)) return 'stop'
  return config.START_WORDS.has(word) ? 'start' : undefined
}

/**
 * A STOP holds for the vendor whose message it is; where nobody knows that, for all that wrote lately. A START undoes a
 * STOP and nothing else.
 */
export async function applyKeywords(tx: Tx, deps: WordDeps, vendorId: VendorId, message: InboundMessage, now: Date) {
  const { from, at } = message
  const word = wordOf(deps, message)
  if (word === undefined) return
  if (vendorId === PLATFORM) {
    if (word === 'stop') await optOutEverywhere(tx, deps, from, 'STOP', at, now)
    else await optInEverywhere(tx, deps, from, ['STOP'], at, now)
  } else if (word === 'stop') await optOutNumber(tx, deps, vendorId, from, 'STOP', at)
  else await optInNumber(tx, deps, vendorId, from, ['STOP'], at)
}

export interface Preference {
  /** Digits only. */
  mobile: string
  value: 'stop' | 'resume'
  at: Date
}

/** What somebody chose at the provider itself: it concerns everybody who writes to them, and only they take it back. */
export async function applyPreferences(
  deps: Pick<Deps, 'db' | 'clock' | 'blindIndex'>,
  preferences: readonly Preference[],
) {
  for (const preference of preferences)
    await inTransaction(deps.db, (tx) => applyWithin(tx, deps, preference, deps.clock.now()))
}

function applyWithin(tx: Tx, deps: Pick<Deps, 'blindIndex'>, { mobile, value, at }: Preference, now: Date) {
  return value === 'stop'
    ? optOutEverywhere(tx, deps, mobile, 'PREFERENCE', at, now)
    : optInEverywhere(tx, deps, mobile, ['PREFERENCE', 'PROVIDER'], at, now)
}
