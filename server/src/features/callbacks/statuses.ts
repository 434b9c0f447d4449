import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { reactToFailures } from '../dispatch/provider/failed-callbacks.ts'
import { type StatusUpdate, settleStatusUpdates } from '../messages/settlement/settle-status-updates.ts'

const KNOWN = ['sent', 'delivered', 'read', 'failed'] as const
const SECONDS_MAX = 100_000_000_000

/** What the provider tells of one message. What is not needed to settle it may be missing or odd. */
const Status = z.object({
  id: z.string().regex(/^[\x21-\x7e]{1,512}$/),
  status: z.string(),
  timestamp: z.coerce.number().int().positive().max(SECONDS_MAX).optional().catch(undefined),
  biz_opaque_callback_data: z.uuid().optional().catch(undefined),
  errors: z
    .array(z.object({ code: z.int().min(0) }))
    .optional()
    .catch(undefined),
  pricing: z.object({ category: z.string() }).optional().catch(undefined),
})

/** False: some of them cannot be read. All others are settled, in the order in which they were told. */
export async function handleStatuses(deps: Deps, statuses: readonly unknown[], at: Date): Promise<boolean> {
  const read = statuses.map((status) => Status.safeParse(status))
  const news = read.flatMap(({ data }) => (data ? newsOf(data, at) : []))
  await reactToFailures(deps, news)
  await settleStatusUpdates(deps, news)
  return read.every(({ success }) => success)
}

/** `played` and whatever else may come some day says nothing about sending or money. */
function newsOf(status: z.output<typeof Status>, heardAt: Date): StatusUpdate[] {
  const known = KNOWN.find((word) => word === status.status)
  if (!known) return []
  return [
    {
      wamid: status.id,
      reference: status.biz_opaque_callback_data,
      status: known,
      at: status.timestamp === undefined ? heardAt : new Date(status.timestamp * 1_000),
      errorCode: known === 'failed' ? status.errors?.[0]?.code : undefined,
      category: status.pricing?.category,
    },
  ]
}
