import type { VendorId } from '../../domain/ids.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Operator } from '../../platform/http/principal.ts'
import { recordAction } from '../audit/record.ts'
import { pauseForSuspension } from '../campaigns/lifecycle/pause.ts'
import { notify } from '../notifications/notify.ts'
import { suspendVendor, unsuspendVendor } from '../vendors/suspension.ts'
import { findVendorOrThrow, readVendor } from './vendor.ts'

type SuspendDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'keyring'>

/** Stops all sending of a vendor. Calls of the provider that are in flight are completed, and nothing follows. */
export async function suspend(deps: SuspendDeps, { accountId }: Operator, id: string, reason: string) {
  const now = deps.clock.now()
  const vendor = await findVendorOrThrow(deps.db, id)
  await inTransaction(deps.db, async (tx) => {
    await suspendVendor(tx, vendor.id, reason, now)
    const pausedCampaigns = await pauseForSuspension(tx, vendor.id, now)
    const change = { before: { status: 'ACTIVE' }, after: { status: 'SUSPENDED' } }
    const details = { reason, pausedCampaigns }
    await audit(tx, { operatorId: accountId, action: 'VENDOR_SUSPENDED', details, ...change }, vendor.id, now)
    await notify(tx, vendor.id, { kind: 'VENDOR_SUSPENDED', ...details }, `suspended-${now.toISOString()}`, now)
  })
  return readVendor(deps, id)
}

/** The campaigns stay paused: some may be out of date, or the cause of the suspension. */
export async function unsuspend(deps: SuspendDeps, { accountId }: Operator, id: string) {
  const now = deps.clock.now()
  const vendor = await findVendorOrThrow(deps.db, id)
  await inTransaction(deps.db, async (tx) => {
    const reason = await unsuspendVendor(tx, vendor.id, now)
    const change = { before: { status: 'SUSPENDED', reason }, after: { status: 'ACTIVE', reason: null } }
    await audit(tx, { operatorId: accountId, action: 'VENDOR_UNSUSPENDED', ...change }, vendor.id, now)
    await notify(tx, vendor.id, { kind: 'VENDOR_UNSUSPENDED' }, `unsuspended-${now.toISOString()}`, now)
  })
  return readVendor(deps, id)
}

type Action = Omit<Parameters<typeof recordAction>[1], 'vendorId' | 'subjectType' | 'subjectId'>

const audit = (tx: Tx, action: Action, vendorId: VendorId, now: Date) =>
  recordAction(tx, { ...action, vendorId, subjectType: 'vendor', subjectId: vendorId }, now)
