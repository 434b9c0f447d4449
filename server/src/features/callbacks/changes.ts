import type { z } from 'zod'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { applyCategoryEvent, applyQualityEvent, applyStatusEvent } from '../templates/events.ts'
import { handleMessages } from './inbound.ts'
import { handlePreferences, Preferences } from './preferences.ts'
import { CategoryUpdate, Messages, QualityUpdate, reasonOf, refOf, StatusUpdate } from './schema.ts'
import { handleStatuses } from './statuses.ts'

/** What a change is about, besides its value. */
export interface ChangeContext {
  /** When it happened, by the provider's clock. */
  at: Date
}

/** False: the value is not what its field says. Throwing means: try the whole event again. */
type ChangeHandler = (deps: Deps, value: unknown, context: ChangeContext) => Promise<boolean>

/**
 * What is done with each kind of news, by its field. May be called twice and in any order. A field that is not here is
 * kept in the inbox and has no effect.
 */
export const CHANGE_HANDLERS: Readonly<Record<string, ChangeHandler>> = {
  message_template_status_update: reading(StatusUpdate, (deps, update, { at }) =>
    inTransaction(deps.db, (tx) =>
      applyStatusEvent(
        tx,
        refOf(update),
        { event: update.event, reason: reasonOf(update), category: update.message_template_category, at },
        deps.clock.now(),
      ),
    ),
  ),
  // `new_category` is the one that holds now, in both shapes: one that is only announced comes as `correct_category`.
  template_category_update: reading(CategoryUpdate, (deps, update, { at }) =>
    inTransaction(deps.db, (tx) => applyCategoryEvent(tx, refOf(update), update.new_category, at, deps.clock.now())),
  ),
  message_template_quality_update: reading(QualityUpdate, (deps, update, { at }) =>
    inTransaction(deps.db, (tx) =>
      applyQualityEvent(tx, refOf(update), update.new_quality_score, at, deps.clock.now()),
    ),
  ),
  messages: async (deps, value, { at }) => {
    const read = Messages.safeParse(value)
    if (!read.success) return false
    const { statuses, messages, contacts } = read.data
    const [settled, received] = await Promise.allSettled([
      handleStatuses(deps, statuses, at),
      handleMessages(deps, messages, contacts, at),
    ])
    if (settled.status === 'rejected') throw settled.reason
    if (received.status === 'rejected') throw received.reason
    return settled.value && received.value
  },
  user_preferences: async (deps, value, { at }) => {
    const read = Preferences.safeParse(value)
    return read.success && handlePreferences(deps, read.data.user_preferences, at)
  },
}

function reading<S extends z.ZodType>(
  schema: S,
  apply: (deps: Deps, value: z.output<S>, context: ChangeContext) => Promise<void>,
): ChangeHandler {
  return async (deps, value, context) => {
    const read = schema.safeParse(value)
    if (!read.success) return false
    await apply(deps, read.data, context)
    return true
  }
}
