import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../platform/deps.ts'
import type { Draft } from './draft.ts'
import { isStillGood, type Permits, takeAgain } from './permits.ts'
import type { Answered } from './record-answers.ts'

/**
 * Calls for all of them at once. Where the claim took so long that the permits are too old, new ones are waited for;
 * what gets none was not called for.
 */
export async function callProvider(
  deps: Pick<Deps, 'provider' | 'rateLimiter' | 'config' | 'log'>,
  drafts: readonly Draft[],
  permits: Permits,
): Promise<{ answered: Answered[]; uncalled: Draft[] }> {
  const calls: Promise<Answered>[] = []
  const call = (count: number) => {
    for (const draft of drafts.slice(calls.length, calls.length + count)) calls.push(callFor(deps, draft))
  }
  if (isStillGood(permits)) call(drafts.length)
  else
    await takeAgain(deps, drafts.length, call).catch((err: unknown) =>
      deps.log.warn({ event: 'dispatch.permits_failed', err }),
    )
  return { answered: await Promise.all(calls), uncalled: drafts.slice(calls.length) }
}

const callFor = async ({ provider }: Pick<Deps, 'provider'>, draft: Draft): Promise<Answered> => ({
  draft,
  answer: await provider.send({ to: `+${draft.mobile}`, reference: draft.id, content: draft.content }),
})

const RETRY_PAUSES_MS = [200, 500, 1_000, 2_000, 4_000]

/** What the provider said is worth some patience with the database: nobody says it again. May be done twice. */
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
