import { MINUTE_MS } from '../../../src/domain/durations.ts'
import type { Walker } from './walker.ts'

/** Which version of the rows, and which minute, an answer was computed from. */
export interface Basis {
  vendor: string
  /** Changes with each write to the row. */
  walletVersion: string
  planVersion: string
}

export async function readViews(walker: Walker, { vendor, walletVersion, planVersion }: Basis) {
  // A closed account cannot ask.
  if (vendor === 'CLOSED') return { wallet: { balance: 0, bonus: 0, reserved: 0 }, subscription: 'not readable' }
  const minute = Math.floor(walker.world.clock.now().getTime() / MINUTE_MS)
  const { wallet, subscription } = walker.seat.views
  return {
    wallet: await wallet.read(`${vendor} ${walletVersion}`, () => readWallet(walker)),
    subscription: await subscription.read(`${vendor} ${planVersion} ${minute}`, () => readSubscription(walker)),
  }
}

async function readWallet(walker: Walker) {
  const { body } = await walker.get('/wallet/balance')
  return { balance: body.balanceMinorUnit, bonus: body.bonusBalanceMinorUnit, reserved: body.reservedMinorUnit }
}

async function readSubscription(walker: Walker) {
  const { status, body } = await walker.get('/billing/subscription')
  if (status === 404) return undefined
  return {
    status: body.status,
    plan: body.plan,
    cycle: body.cycle,
    start: body.billingCycleStart,
    end: body.billingCycleEnd,
    used: body.conversationsUsed,
    reserved: body.conversationsReserved,
    cap: body.conversationCap,
    capReset: body.capResetDate,
    graceDay: body.graceDay,
    banner: body.banner,
    cancelAtCycleEnd: body.cancelAtCycleEnd,
  }
}
