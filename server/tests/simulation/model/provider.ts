import type { SendScript } from './messaging.ts'

/** The account at the provider, which all vendors share. */
export interface Provider {
  /** How it answers calls until the walk says otherwise. */
  script: SendScript
  /** An error of the account, or an operator, stops all sending until an operator resumes it. */
  isStopped: boolean
  /** The error that stopped it; null of an operator. */
  code: number | null
  resumedAt: number | null
  /** What it said last of the number: its quality, and how many people it may write to in a day. */
  quality: Said | null
  limit: Said | null
  /** Reports that are stored and not yet handled. */
  intake: AccountReport[]
  /** Everything it has reported, each once. */
  reported: string[]
}

interface Said {
  value: string
  at: number
}

export interface AccountReport {
  field: string
  event: string | null
  limit: string | null
  at: number
}

export const newProvider = (): Provider => ({
  script: 'accept',
  isStopped: false,
  code: null,
  resumedAt: null,
  quality: null,
  limit: null,
  intake: [],
  reported: [],
})

/** Errors of the account or the number: nobody could be written to. */
const ACCOUNT_CODES: readonly (number | null)[] = [190, 131042]

/** The first reason stands, and what happened before sending was resumed stops it no more. */
export function noteFailure(provider: Provider, code: number | null, at: number) {
  if (ACCOUNT_CODES.includes(code)) stop(provider, code, at)
}

/** False when it is stopped already. */
export function stop(provider: Provider, code: number | null, at: number): boolean {
  if (provider.isStopped || (provider.resumedAt !== null && provider.resumedAt >= at)) return false
  Object.assign(provider, { isStopped: true, code })
  return true
}

/** Reports come in any order: the newest decides, and the last one of the same second. */
export function handleReports(provider: Provider) {
  for (const report of provider.intake.splice(0)) {
    const { event, limit, at } = report
    const key = JSON.stringify(report)
    if (!provider.reported.includes(key)) provider.reported.push(key)
    if (event === 'FLAGGED' || event === 'UNFLAGGED') provider.quality = newer(provider.quality, { value: event, at })
    if (limit !== null) provider.limit = newer(provider.limit, { value: limit, at })
  }
}

/** What is known already does not change since when it holds. */
const newer = (known: Said | null, said: Said) =>
  known !== null && (said.at < known.at || said.value === known.value) ? known : said
