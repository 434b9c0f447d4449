import { randomFillSync } from 'node:crypto'
import type { Id } from '../domain/ids.ts'
import { steadyClock } from './clock/clock.ts'

const ID_BYTES = 16
const POOL_IDS = 256
const pool = Buffer.alloc(POOL_IDS * ID_BYTES)
const ids = Array.from({ length: POOL_IDS }, (_, i) => pool.subarray(i * ID_BYTES, (i + 1) * ID_BYTES))
let used = POOL_IDS

const COUNT_MAX = 0xfff
let lastMs = 0
let count = 0

/**
 * A UUIDv7: 48 bits of milliseconds, a 12-bit counter within the millisecond, then random bits. Rows that are created
 * together are close in an index, and those of one process are in creation order. The time is machine time and only
 * determines the order; nothing reads it back.
 */
export function newId<Of extends string>(): Id<Of> {
  const hex = newIdBytes().toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as Id<Of>
}

/** The sixteen bytes that the database stores. The view is valid until 255 more ids have been created. */
export function newIdBytes(): Buffer {
  if (used === POOL_IDS) {
    randomFillSync(pool)
    used = 0
  }
  const id = ids[used++] as Buffer
  countOn()
  id.writeUIntBE(lastMs, 0, 6)
  id.writeUInt16BE(0x7000 | count, 6)
  id[8] = 0x80 | ((id[8] ?? 0) & 0x3f)
  return id
}

/** When the counter overflows, it continues in the next millisecond. Setting the clock back has no effect. */
function countOn() {
  const now = Math.floor(steadyClock.nowMs())
  const isNew = now > lastMs
  lastMs = isNew ? now : lastMs + (count === COUNT_MAX ? 1 : 0)
  count = isNew || count === COUNT_MAX ? 0 : count + 1
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
export const isId = (text: string) => UUID.test(text)
