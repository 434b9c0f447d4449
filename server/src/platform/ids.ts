import { randomFillSync } from 'node:crypto'
import type { Id } from '../domain/ids.ts'

const POOL_IDS = 256
const pool = Buffer.alloc(POOL_IDS * 10)
let used = pool.length

/**
 * A UUIDv7: 48 bits of milliseconds, then chance. Rows made together lie together in an index. The time inside is the
 * machine's, for order alone; nothing reads it back.
 */
export function newId<Of extends string>(): Id<Of> {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const chance = pool.toString('hex', used, used + 10)
  used += 10
  const time = Date.now().toString(16).padStart(12, '0')
  const variant = ((Number.parseInt(chance.charAt(3), 16) & 0x3) | 0x8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${chance.slice(0, 3)}-${variant}${chance.slice(4, 7)}-${chance.slice(7, 19)}` as Id<Of>
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
export const isId = (text: string) => UUID.test(text)
