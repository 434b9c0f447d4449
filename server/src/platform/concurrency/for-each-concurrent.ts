/**
 * Runs `work` for each item, at most `atATime` at once, started in order. After an error no further item is started; the
 * error is thrown once the items in progress have ended, so no work continues after the call returns.
 */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values()
  let failure: { error: unknown } | undefined
  const worker = async () => {
    for (const item of rest) {
      if (failure) return
      await work(item).catch((error) => {
        failure ??= { error }
      })
    }
  }
  await Promise.all(Array.from({ length: atATime }, worker))
  if (failure) throw failure.error
}
