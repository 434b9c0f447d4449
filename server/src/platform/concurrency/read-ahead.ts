/** The same items, but the next one is made while this one is being worked on. */
export async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const reader = items[Symbol.asyncIterator]()
  let next = reader.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = reader.next()
      // Whoever asks for it gets the error; nobody may.
      next.catch(() => {})
      yield value
    }
  } finally {
    await reader.return?.()
  }
}
