import { expect, test } from 'vitest'
import { BufferPool } from './buffer-pool.ts'

test('a returned buffer is reused whole, however little of it was used', () => {
  const pool = new BufferPool(2, 100)
  const buffer = new Uint8Array(100)
  pool.giveBack(buffer.subarray(10, 20))
  expect(pool.take()?.buffer).toBe(buffer.buffer)
  expect(pool.take()).toBe(undefined)
})

test('the pool keeps no more buffers than its limit, and none that is too large', () => {
  const pool = new BufferPool(2, 100)
  for (let i = 0; i < 5; i++) pool.giveBack(new Uint8Array(50))
  expect([pool.take(), pool.take(), pool.take()].map((buffer) => buffer?.byteLength)).toEqual([50, 50, undefined])
  pool.giveBack(new Uint8Array(101))
  expect(pool.take()).toBe(undefined)
})
