import { expect, test } from 'vitest'
import { isId, newId } from './ids.ts'

test('ids are UUIDs of version 7, all different, in the order they were made, however many in a millisecond', () => {
  const ids = Array.from({ length: 50_000 }, () => newId())
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) {
    expect(isId(id)).toBe(true)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
  expect([...ids].sort()).toEqual(ids)
})

test.each([
  '',
  '1',
  'not-an-id',
  '00000000-0000-0000-0000-000000000000',
  '../../etc/passwd',
  "'; drop table vendor; --",
])('%j is not an id', (text) => expect(isId(text)).toBe(false))
