import { Wakeups } from '../../../platform/concurrency/wakeups.ts'

/** Wakes the message relays when messages can be sent: new or requeued ones, a resumed campaign, a resumed provider. */
export const messageRelayWakeups = new Wakeups()
