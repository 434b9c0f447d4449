/**
 * Works on all items in their order, so many of them at a time. After an error no other item is begun, and it is thrown
 * once those under way have ended: nothing goes on behind the back of whoever asked.
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
