import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import { isText } from '../../domain/messaging/inbound/inbound.ts'
import { normalizeText } from '../../domain/messaging/inbound/keywords.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ContactPreference, InboundMessage } from '../../ports/provider-events.ts'
import { optInNumber, optOutNumber } from '../contacts/audience/opt-out.ts'
import { optInForRecentSenders, optOutForRecentSenders } from '../messages/opt-out.ts'

type KeywordDeps = Pick<Deps, 'blindIndex' | 'config'>

/** STOP or START, if the whole message is one of the configured keywords. */
export function keywordOf(
  { config }: Pick<Deps, 'config'>,
  { type, content }: Pick<InboundMessage, 'type' | 'content'>,
) {
  const text = isText(type) ? normalizeText(content.text) : ''
  if (config.STOP_WORDS.has(text)) return 'stop'
  return config.START_WORDS.has(text) ? 'start' : undefined
}

/**
 * STOP opts out for the vendor to which the message was routed, or for all recent senders when there is none. START
 * withdraws a STOP and no other opt-out.
 */
export async function applyKeywords(tx: Tx, deps: KeywordDeps, vendorId: VendorId, message: InboundMessage, now: Date) {
  const { from, at } = message
  const keyword = keywordOf(deps, message)
  if (keyword === undefined) return
  if (vendorId === PLATFORM) {
    if (keyword === 'stop') await optOutForRecentSenders(tx, deps, from, 'STOP', at, now)
    else await optInForRecentSenders(tx, deps, from, ['STOP'], at, now)
  } else if (keyword === 'stop') await optOutNumber(tx, deps, vendorId, from, 'STOP', at)
  else await optInNumber(tx, deps, vendorId, from, ['STOP'], at)
}

/**
 * Choices that people made at the provider. They apply to all recent senders, and only the person can withdraw them.
 */
export async function applyPreferences(
  deps: Pick<Deps, 'db' | 'clock' | 'blindIndex'>,
  preferences: readonly ContactPreference[],
) {
  for (const preference of preferences)
    await inTransaction(deps.db, (tx) => applyWithin(tx, deps, preference, deps.clock.now()))
}

function applyWithin(tx: Tx, deps: Pick<Deps, 'blindIndex'>, { mobile, value, at }: ContactPreference, now: Date) {
  return value === 'stop'
    ? optOutForRecentSenders(tx, deps, mobile, 'PREFERENCE', at, now)
    : optInForRecentSenders(tx, deps, mobile, ['PREFERENCE', 'PROVIDER'], at, now)
}
