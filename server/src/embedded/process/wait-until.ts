import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until the condition holds. Returns false after `timeoutMs`; an abort throws. */
export async function waitUntil(
  condition: () => Promise<boolean> | boolean,
  timeoutMs: number,
  options: { everyMs?: number; signal?: AbortSignal } = {},
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    options.signal?.throwIfAborted()
    if (await condition()) return true
    if (performance.now() >= deadline) return false
    await sleep(options.everyMs ?? 20)
  }
}
