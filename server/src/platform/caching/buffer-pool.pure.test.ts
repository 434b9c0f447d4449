import { expect, test } from 'vitest'
import { BufferPool } from './buffer-pool.ts'

test('a room that was given back is taken again, all of it, however little of it was used', () => {
  const rooms = new BufferPool(2, 100)
  const room = new Uint8Array(100)
  rooms.giveBack(room.subarray(10, 20))
  expect(rooms.take()?.buffer).toBe(room.buffer)
  expect(rooms.take()).toBe(undefined)
})

test('no more rooms are kept than asked for, and none that is too large', () => {
  const rooms = new BufferPool(2, 100)
  for (let i = 0; i < 5; i++) rooms.giveBack(new Uint8Array(50))
  expect([rooms.take(), rooms.take(), rooms.take()].map((room) => room?.byteLength)).toEqual([50, 50, undefined])
  rooms.giveBack(new Uint8Array(101))
  expect(rooms.take()).toBe(undefined)
})
