import type { VendorId } from '../../../domain/ids.ts'
import { type Repeating, repeat } from '../../../platform/concurrency/repeat.ts'
import type { Log } from '../../../platform/log.ts'
import type { StatusView } from '../schema.ts'

const POLL_INTERVAL_MS = 300

type Follower = (status: StatusView) => Promise<void>

interface Feed {
  vendorId: VendorId
  followers: Set<Follower>
  polling: Repeating
}

/** Statuses of imports for those who follow them. Each import is read once at a time, however many follow it. */
export class StatusFeeds {
  readonly #feeds = new Map<string, Feed>()
  readonly #log: Log
  readonly #read: (vendorId: VendorId, jobId: string) => Promise<StatusView>

  constructor(log: Log, read: (vendorId: VendorId, jobId: string) => Promise<StatusView>) {
    this.#log = log
    this.#read = read
  }

  /** Calls the follower with every status that is read, changed or not, until the returned function is called. */
  follow(vendorId: VendorId, jobId: string, follower: Follower): () => void {
    const key = `${vendorId} ${jobId}`
    const feed = this.#feeds.get(key) ?? this.#start(key, vendorId, jobId)
    feed.followers.add(follower)
    feed.polling.wake()
    return () => {
      feed.followers.delete(follower)
      if (feed.followers.size > 0) return
      if (this.#feeds.get(key) === feed) this.#feeds.delete(key)
      void feed.polling.stop()
    }
  }

  /** How many follow imports of this vendor. */
  followersOf(vendorId: VendorId): number {
    let count = 0
    for (const feed of this.#feeds.values()) if (feed.vendorId === vendorId) count += feed.followers.size
    return count
  }

  #start(key: string, vendorId: VendorId, jobId: string): Feed {
    const followers = new Set<Follower>()
    const polling = repeat(this.#log, 'imports.events', async () => {
      const status = await this.#read(vendorId, jobId)
      await Promise.all([...followers].map((follower) => follower(status)))
      return POLL_INTERVAL_MS
    })
    const feed = { vendorId, followers, polling }
    this.#feeds.set(key, feed)
    return feed
  }
}
