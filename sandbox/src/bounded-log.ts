/** The last `max` items in insertion order. Trims in batches, because trimming a long array on every push is slow. */
export interface BoundedLog<T> {
  add(item: T): void
  /** The newest `count` items (all of them when left out), oldest first. */
  latest(count?: number): T[]
}

export function createBoundedLog<T>(max: number): BoundedLog<T> {
  let items: T[] = []
  const slack = Math.ceil(max / 8)
  return {
    add(item) {
      items.push(item)
      if (items.length > max + slack) items = items.slice(-max)
    },
    latest: (count = max) => items.slice(-Math.min(count, max)),
  }
}
