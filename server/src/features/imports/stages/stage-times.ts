import type { ImportStatus } from '../../../domain/imports/import-job.ts'
import type { Deps } from '../../../platform/deps.ts'

/** The status with which an import enters a stage; the last one counts, since a new mapping repeats stages. */
const ENTERED: Record<'read' | 'process' | 'persist', readonly ImportStatus[]> = {
  read: ['UPLOADED', 'MAPPING_CONFIRMED'],
  process: ['QUEUED'],
  persist: ['PERSISTING'],
}

/** A stage consists of many jobs, and of turns of a few seconds, so that their times say little about it. */
export function observeStage(
  { metrics, clock }: Pick<Deps, 'metrics' | 'clock'>,
  stage: keyof typeof ENTERED,
  { history }: { history: readonly { status: ImportStatus; at: string }[] },
) {
  const entered = history.findLast(({ status }) => ENTERED[stage].includes(status))
  if (!entered) return
  const tookMs = clock.now().getTime() - new Date(entered.at).getTime()
  metrics.importStageSeconds.observe({ stage }, Math.max(0, tookMs) / 1_000)
}
