import { groupBy } from '../../domain/group-by.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { currentTrace } from '../../platform/tracing.ts'
import type { StatusUpdate } from '../../ports/provider-events.ts'
import { readTraceparents } from '../campaigns/running-campaigns.ts'
import { findCampaignsOf } from '../messages/campaign/campaign-messages.ts'

/** A callback may contain updates of very many campaigns. */
const TRACES_MAX = 20

/**
 * Runs `settle` as a step of every operation that launched one of the campaigns, so that a trace leads from the request
 * to the delivery. The steps are linked to the webhook that brought the updates.
 */
export async function traceSettlement(
  deps: Pick<Deps, 'db' | 'tracer'>,
  updates: readonly StatusUpdate[],
  settle: () => Promise<void>,
): Promise<void> {
  if (!deps.tracer.isOn) return settle()
  const links = [currentTrace() ?? []].flat()
  const attributes = { 'harkara.updates': updates.length }
  // A settlement never fails for want of a trace.
  const parents = await findTraces(deps.db, updates).catch(() => [])
  const spans = parents.map((parent) =>
    deps.tracer.start('messages.settle', { kind: 'consumer', parent, links, attributes }),
  )
  let hasFailed = true
  try {
    await settle()
    hasFailed = false
  } finally {
    for (const span of spans) span.end({}, hasFailed)
  }
}

async function findTraces(db: Db, updates: readonly StatusUpdate[]): Promise<string[]> {
  const byVendor = groupBy(await findCampaignsOf(db, updates), ({ vendorId }) => vendorId)
  const found = new Set<string>()
  for (const [vendorId, campaigns] of byVendor) {
    if (found.size >= TRACES_MAX) break
    const ids = [...new Set(campaigns.map(({ campaignId }) => campaignId))]
    for (const context of await readTraceparents(db, vendorId, ids)) found.add(context)
  }
  return [...found].slice(0, TRACES_MAX)
}
