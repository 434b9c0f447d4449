import type { VendorId } from '../../../domain/ids.ts'
import { requiredKeys, type VariableMapping } from '../../../domain/messaging/campaign-variables.ts'
import { msToSend } from '../../../domain/messaging/sending/sending-pace.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, ERRORS } from '../../../platform/errors.ts'
import { hasScope } from '../../../platform/http/guards/api-scope.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { countAudience, countMissingKeys } from '../../contacts/audience/audience.ts'
import { findList } from '../../contacts/lists/lists.ts'
import { countBacklog } from '../../messages/sending/backlog.ts'
import { type AudiencePrice, rateFor } from '../../pricing/price-audience.ts'
import { assertUsable } from '../../quotations/assert-usable.ts'
import {
  assertHasRecipients,
  mappingFor,
  priceResolvedAudience,
  type ResolvedAudience,
} from '../../quotations/audience.ts'
import { presentPrice, sufficiency } from '../../quotations/present.ts'
import { findQuotation } from '../../quotations/read.ts'
import { CountryCounts } from '../../quotations/schema.ts'
import { assertMaySend, readSubscription } from '../../subscriptions/lifecycle/current.ts'
import { assertCapAllows } from '../../subscriptions/usage/conversation-usage.ts'
import { assertApproved, findSendable } from '../../templates/sendable.ts'
import { insufficientBalance } from '../../wallet/move-money.ts'
import { readWallet, spendableBalance } from '../../wallet/read.ts'
import type { LaunchDeps } from '../launch/launch.ts'
import type { LaunchBody } from '../launch/launch-schema.ts'
import { listRunningByVendor } from '../running-campaigns.ts'
import { assertScheduleInRange } from '../schedule/schedule.ts'
import type { PreviewView } from './preview-schema.ts'
import { renderSamples } from './samples.ts'

type PreviewDeps = LaunchDeps & Pick<Deps, 'keyring' | 'blindIndex'>

/**
 * Reports what a launch would do. It changes nothing, and returns all reasons for a refusal as a list together with
 * what is known regardless. Only a missing template, list or quotation throws NOT_FOUND.
 */
export async function previewCampaign(deps: PreviewDeps, who: VendorPrincipal, body: LaunchBody): Promise<PreviewView> {
  const { db } = deps
  const { vendorId } = who
  const now = deps.clock.now()
  const template = await findSendable(db, vendorId, body.templateId)
  const { id: listId } = await findList({ db }, vendorId, body.contactListId)
  const { problems, attempt } = collectProblems()
  await attempt(() => assertApproved(template))
  await attempt(() => assertMaySend(db, deps, vendorId, now))
  const { scheduledAt } = body
  if (scheduledAt) await attempt(() => assertScheduleInRange(scheduledAt, now))
  const mapping = await attempt(() => mappingFor(template, body.variables, { needsVariables: true }))
  const { excludeCountries = [] } = body
  const selection = { listId, asOf: now, requiredKeys: requiredKeys(mapping ?? {}), excludeCountries }
  const audience = await countAudience(db, vendorId, selection)
  await attempt(() => assertHasRecipients(audience))
  const target = { template, listId, mapping, excludeCountries, audience }
  const price = await attempt(() => priceOf(deps, vendorId, target, body.quotationId, now))
  return {
    recipients: audience.recipients,
    skipped: audience.skipped,
    excludeCountries: [...excludeCountries],
    lacking:
      mapping && audience.skipped.length > 0 ? await countLackingByVariable(deps, vendorId, selection, mapping) : [],
    ...(await presentCost(deps, vendorId, price, attempt)),
    ...(await presentCap(deps, vendorId, audience.recipients, now, attempt)),
    endsAt: await estimateEnd(deps, vendorId, audience.recipients, scheduledAt ?? now),
    // They show names and attributes of contacts.
    samples: hasScope(who, 'contacts:read') ? await renderSamples(deps, vendorId, template, mapping, selection) : [],
    problems,
    warnings: warningsOf(target),
  }
}

type Attempt = <T>(check: () => T | Promise<T>) => Promise<T | undefined>

/** Runs checks and collects their errors. NOT_FOUND is thrown. */
function collectProblems() {
  const problems: PreviewView['problems'] = []
  const attempt: Attempt = async (check) => {
    try {
      return await check()
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'NOT_FOUND') throw error
      const { code, details } = error
      const countries = code === 'PRICING_NOT_FOUND' ? CountryCounts.parse(details.members?.['countries']) : undefined
      problems.push({ code, detail: details.detail ?? ERRORS[code][1], ...(countries && { countries }) })
      return undefined
    }
  }
  return { problems, attempt }
}

async function priceOf(
  deps: PreviewDeps,
  vendorId: VendorId,
  target: ResolvedAudience,
  quotationId: string | undefined,
  now: Date,
) {
  if (quotationId === undefined)
    return priceResolvedAudience(deps.db, vendorId, target, await rateFor(deps, vendorId, now), now)
  const quotation = await findQuotation(deps.db, vendorId, quotationId)
  assertUsable(quotation, target, (await readWallet(deps.db, vendorId)).currency, now)
  return quotation.price
}

async function presentCost(deps: PreviewDeps, vendorId: VendorId, price: AudiencePrice | undefined, attempt: Attempt) {
  const wallet = await readWallet(deps.db, vendorId)
  const { balance_minor_unit: balance, currency } = wallet
  if (!price)
    return {
      ...{ items: [], platformFeeMinorUnit: null, totalMinorUnit: null, currency },
      ...{ sufficient: false, balanceMinorUnit: toJsonInteger(balance), shortfallMinorUnit: null },
    }
  const money = sufficiency(price, wallet)
  await attempt(() => {
    if (!money.sufficient) throw insufficientBalance(price.totalMinorUnit, spendableBalance(wallet))
  })
  return { ...presentPrice(price), ...money }
}

async function presentCap(deps: PreviewDeps, vendorId: VendorId, recipients: number, now: Date, attempt: Attempt) {
  const plan = await readSubscription(deps.db, vendorId, now)
  if (plan) await attempt(() => assertCapAllows(plan, recipients))
  return {
    conversationCap: toJsonInteger(plan?.conversation_cap ?? 0n),
    conversationsUsed: toJsonInteger(plan?.conversations_used ?? 0n),
    conversationsReserved: toJsonInteger(plan?.conversations_reserved ?? 0n),
  }
}

async function countLackingByVariable(
  { db }: PreviewDeps,
  vendorId: VendorId,
  selection: Parameters<typeof countMissingKeys>[2],
  mapping: VariableMapping,
) {
  const counts = new Map((await countMissingKeys(db, vendorId, selection)).map(({ key, count }) => [key, count]))
  return Object.entries(mapping).flatMap(([variable, rule]) => {
    if ('value' in rule || rule.fallback !== undefined) return []
    const count = counts.get(rule.from.replace(/^attributes\./, ''))
    return count === undefined ? [] : [{ variable, from: rule.from, count }]
  })
}

const VENDORS_MAX = 1_000

async function estimateEnd({ db, config }: PreviewDeps, vendorId: VendorId, recipients: number, from: Date) {
  if (recipients === 0) return null
  const running = await listRunningByVendor(db, undefined, VENDORS_MAX)
  const backlog = await countBacklog(db, running, recipients)
  const others = [...backlog].filter(([other]) => other !== vendorId).map(([, count]) => count)
  const waiting = { recipients, own: backlog.get(vendorId) ?? 0, others }
  return new Date(from.getTime() + msToSend(waiting, config.DISPATCH_RATE_PER_SECOND)).toISOString()
}

function warningsOf({ template, audience }: ResolvedAudience): PreviewView['warnings'] {
  const americans = audience.byCountry.get('US') ?? 0
  if (template.category !== 'MARKETING' || americans === 0) return []
  const detail = `The provider does not deliver marketing messages to numbers in the United States: ${americans} messages will fail and be refunded.`
  return [{ code: 'MARKETING_TO_US', detail }]
}
