import type { Deps } from '../../platform/deps.ts'
import { expireSending } from '../messages/sending/outcomes.ts'
import { resumeFunded } from '../messages/sending/resume-funded.ts'
import { readProviderState } from './provider/provider-state.ts'

/** Expires messages whose worker died, and resumes messages that waited for money. */
export async function sweepDispatch(deps: Deps) {
  deps.metrics.providerStopped.set((await readProviderState(deps.db)).stoppedAt === null ? 0 : 1)
  await expireSending(deps)
  await resumeFunded(deps)
}
