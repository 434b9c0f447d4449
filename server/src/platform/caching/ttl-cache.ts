/** A cache with a time to live and a maximum number of entries; the oldest entry is evicted first. */
export class TtlCache<Value> {
  private readonly entries = new Map<string, { value: Value; until: number }>()
  private readonly keepMs: number
  private readonly entriesMax: number

  constructor(keepMs: number, entriesMax: number) {
    this.keepMs = keepMs
    this.entriesMax = entriesMax
  }

  get(key: string): Value | undefined {
    const entry = this.entries.get(key)
    return entry && entry.until > performance.now() ? entry.value : undefined
  }

  set(key: string, value: Value) {
    if (this.entries.size >= this.entriesMax) this.entries.delete(this.entries.keys().next().value as string)
    this.entries.set(key, { value, until: performance.now() + this.keepMs })
  }

  delete(key: string) {
    this.entries.delete(key)
  }
}
