/** Caches a view of each length, because creating one costs half as much as a hash. */
export function cachedPrefixes<Of extends ArrayBufferLike>(buffer: Buffer<Of>, from = 0): (end: number) => Buffer<Of> {
  const views: Buffer<Of>[] = []
  return (end) => {
    views[end] ??= buffer.subarray(from, end)
    return views[end]
  }
}
