import { assertNever } from '../../domain/assert.ts'
import { type ProviderIds, providerIdsOf } from '../../platform/crypto/provider-ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { InboundMessage, ProviderEvent, StatusUpdate } from '../../ports/provider-events.ts'
import { applyPreferences } from '../conversations/preferences.ts'
import { receiveMessages } from '../conversations/receive.ts'
import { recordReport } from '../dispatch/provider/account-reports.ts'
import { reactToFailures } from '../dispatch/provider/react-to-failures.ts'
import { settleStatusUpdates } from '../messages/settlement/settle-status-updates.ts'
import { applyCategoryEvent, applyQualityEvent, applyStatusEvent } from '../templates/events.ts'
import { DONE, type EventHandler } from '../webhook-intake/worker.ts'
import { traceSettlement } from './trace-settlement.ts'

/**
 * Handles one stored callback of the messaging provider, which may contain up to a thousand items. A callback with
 * unreadable items is flagged for an operator. An event that fails does not stop the others; the whole callback is then
 * retried.
 */
export const handleProviderCallback: EventHandler = async (deps, { body, receivedAt }) => {
  const callback = deps.provider.readCallback(body, receivedAt)
  if (!callback) return { kind: 'FLAGGED', flag: 'UNREADABLE', needsOperator: true }
  const ids = await providerIdsOf(deps, deps.db)
  const failures: unknown[] = []
  for (const event of callback.events)
    try {
      await handleEvent(deps, ids, event)
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
  return callback.hasUnreadable ? { kind: 'FLAGGED', flag: 'UNREADABLE_ITEM', needsOperator: true } : DONE
}

/** May be called twice for an event, and in any order. */
async function handleEvent(deps: Deps, ids: ProviderIds, event: ProviderEvent): Promise<void> {
  const now = deps.clock.now()
  switch (event.kind) {
    case 'status-updates':
      return handleStatusUpdates(deps, event.updates.map(sealedUpdate(ids)))
    case 'inbound-messages':
      return receiveMessages(deps, event.messages.map(sealedMessage(ids)))
    case 'preferences':
      return applyPreferences(deps, event.preferences)
    case 'template-status':
      return inTransaction(deps.db, (tx) => applyStatusEvent(tx, event.template, event, event.at, now))
    case 'template-category':
      return inTransaction(deps.db, (tx) => applyCategoryEvent(tx, event.template, event.category, event.at, now))
    case 'template-quality':
      return inTransaction(deps.db, async (tx) => {
        await applyQualityEvent(tx, event.template, event.quality, event.at, now)
        await recordReport(tx, event.report, event.at, now)
      })
    case 'account':
      return inTransaction(deps.db, (tx) => recordReport(tx, event.report, event.at, now))
    default:
      return assertNever(event)
  }
}

const sealedUpdate = (ids: ProviderIds) => (update: StatusUpdate) => {
  const [wamid, otherWamid] = ids.forms(update.wamid)
  return { ...update, wamid, otherWamid }
}

const sealedMessage = (ids: ProviderIds) => (message: InboundMessage) => {
  const [wamid, otherWamid] = ids.forms(message.wamid)
  const [contextId, otherContextId] = message.contextId === undefined ? [] : ids.forms(message.contextId)
  return { ...message, wamid, otherWamid, contextId, otherContextId }
}

async function handleStatusUpdates(deps: Deps, updates: readonly StatusUpdate[]): Promise<void> {
  await reactToFailures(deps, updates)
  await traceSettlement(deps, updates, () => settleStatusUpdates(deps, updates))
}
