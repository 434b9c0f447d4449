import { handleProviderCallback } from '../../../src/features/callbacks/handle-callback.ts'
import type { Deps } from '../../../src/platform/deps.ts'
import { callbackOf } from './provider-callbacks.ts'

/** Handles a callback with these statuses, as the worker of the webhook intake does. */
export const handleStatuses = (deps: Deps, statuses: readonly object[], receivedAt: Date) => {
  const body = JSON.stringify(callbackOf([{ field: 'messages', value: { statuses } }]))
  return handleProviderCallback(deps, { body: Buffer.from(body), receivedAt })
}
