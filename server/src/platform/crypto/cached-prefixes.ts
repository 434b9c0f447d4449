/** The beginnings of one buffer, each made once: a new view costs as much as half a hash. */
export function cachedPrefixes<Of extends ArrayBufferLike>(room: Buffer<Of>, from = 0): (end: number) => Buffer<Of> {
  const views: Buffer<Of>[] = []
  return (end) => {
    views[end] ??= room.subarray(from, end)
    return views[end]
  }
}
