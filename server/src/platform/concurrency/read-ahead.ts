/** Yields the same items, and produces the next one while the current one is being processed. */
export async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const reader = items[Symbol.asyncIterator]()
  let next = reader.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = reader.next()
      // The error is thrown when the item is awaited, which may never happen.
      next.catch(() => {})
      yield value
    }
  } finally {
    await reader.return?.()
  }
}
