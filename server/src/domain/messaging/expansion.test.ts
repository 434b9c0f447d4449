import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EXPANSION_CHUNK_ROWS } from '../limits.ts'
import { chunkAfter } from './expansion.ts'

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes))

test('the chunks of any audience cover every hash once, and end', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), hash, (recipients, one) => {
      let [chunks, holders] = [0, 0]
      for (let after: Buffer | undefined, isEnd = false; !isEnd; chunks++) {
        const chunk = chunkAfter(after, recipients)
        const isBehind = chunk.after === undefined || Buffer.compare(one, chunk.after) > 0
        if (isBehind && (chunk.before === undefined || Buffer.compare(one, chunk.before) < 0)) holders++
        isEnd = chunk.before === undefined
        after = chunk.before
      }
      expect(chunks).toBe(Math.max(1, Math.ceil(recipients / EXPANSION_CHUNK_ROWS)))
      expect(holders).toBe(1)
    }),
  ))

test('resuming after any hash continues directly after it, within the same chunk', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), hash, (recipients, last) => {
      const { after, before } = chunkAfter(last, recipients)
      expect(after).toEqual(last)
      if (before) expect(Buffer.compare(before, last)).toBeGreaterThan(0)
    }),
  ))
