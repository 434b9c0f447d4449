import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../platform/deps.ts'
import type { Draft } from './draft.ts'
import { isFresh, type Permits, takeFreshPermits } from './permits.ts'
import type { Answered } from './record-answers.ts'

/**
 * Sends all drafts concurrently. When the claim took so long that the permits have expired, it waits for fresh ones;
 * drafts without a permit are returned as `uncalled`.
 */
export async function callProvider(
  deps: Pick<Deps, 'provider' | 'rateLimiter' | 'config' | 'log'>,
  drafts: readonly Draft[],
  permits: Permits,
): Promise<{ answered: Answered[]; uncalled: Draft[] }> {
  const calls: Promise<Answered>[] = []
  const call = (count: number) => {
    for (const draft of drafts.slice(calls.length, calls.length + count)) calls.push(sendDraft(deps, draft))
  }
  if (isFresh(permits)) call(drafts.length)
  else
    await takeFreshPermits(deps, drafts.length, call).catch((err: unknown) =>
      deps.log.warn({ event: 'dispatch.permits_failed', err }),
    )
  return { answered: await Promise.all(calls), uncalled: drafts.slice(calls.length) }
}

const sendDraft = async ({ provider }: Pick<Deps, 'provider'>, draft: Draft): Promise<Answered> => ({
  draft,
  answer: await provider.send({ to: `+${draft.mobile}`, reference: draft.id, content: draft.content }),
})

const RETRY_PAUSES_MS = [200, 500, 1_000, 2_000, 4_000]

/** Retries the write because the provider will not repeat its answer. `write` must be idempotent. */
export async function retryWrite(write: () => Promise<void>): Promise<void> {
  for (const pauseMs of RETRY_PAUSES_MS) {
    try {
      return await write()
    } catch {
      await sleep(pauseMs)
    }
  }
  await write()
}
