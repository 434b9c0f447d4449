import type { Deps } from '../../platform/deps.ts'
import { DONE, type EventHandler } from '../webhook-intake/worker.ts'
import { CHANGE_HANDLERS } from './changes.ts'
import { Callback, Change, Entry } from './schema.ts'

/**
 * One callback of the messaging provider, out of the inbox: up to a thousand items. Each is done by itself. What cannot
 * be read is left for a person to look at; what failed makes the whole event come again once the others are done.
 */
export const handleProviderEvent: EventHandler = async (deps, { body, receivedAt }) => {
  const callback = Callback.safeParse(parse(body))
  if (!callback.success) return { kind: 'FLAGGED', flag: 'UNREADABLE', needsPerson: true }
  const failures: unknown[] = []
  let isAllRead = true
  for (const item of itemsOf(callback.data.entry, receivedAt))
    try {
      isAllRead = (await handleOne(deps, item)) && isAllRead
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
  return isAllRead ? DONE : { kind: 'FLAGGED', flag: 'UNREADABLE_ITEM', needsPerson: true }
}

interface Item {
  change: unknown
  at: Date
}

function itemsOf(entries: readonly unknown[], receivedAt: Date): Item[] {
  return entries.flatMap((entry) => {
    const read = Entry.safeParse(entry)
    if (!read.success) return [{ change: undefined, at: receivedAt }]
    const { time, changes } = read.data
    const at = time === undefined ? receivedAt : new Date(time * 1_000)
    return changes.map((change) => ({ change, at }))
  })
}

async function handleOne(deps: Deps, { change, at }: Item): Promise<boolean> {
  const read = Change.safeParse(change)
  if (!read.success) return false
  const { field, value } = read.data
  const handler = Object.hasOwn(CHANGE_HANDLERS, field) ? CHANGE_HANDLERS[field] : undefined
  return handler ? handler(deps, value, { at }) : true
}

/**
 * Ids of templates are numbers that may pass 2^53, where JavaScript would round them to another's: they become texts.
 * The pattern cannot stand inside a text, where its quotes would have backslashes before them.
 */
const LONG_ID = /("message_template_id"\s*:\s*)(\d+)/g

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8').replace(LONG_ID, '$1"$2"'))
  } catch {
    return undefined
  }
}
