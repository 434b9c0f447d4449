import { expect, test } from 'vitest'
import { isId, newId } from './ids.ts'

test('ids are UUIDs of version 7, all different, in the order they were made, however many in a millisecond', () => {
  const ids = Array.from({ length: 50_000 }, () => newId())
  expect(new Set(ids).size).toBe(ids.length)
  const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  expect(ids.filter((id) => !isId(id) || !version7.test(id))).toEqual([])
  expect(ids.filter((id, i) => i > 0 && id <= (ids[i - 1] ?? ''))).toEqual([])
})

test.each([
  '',
  '1',
  'not-an-id',
  '00000000-0000-0000-0000-000000000000',
  '../../etc/passwd',
  "'; drop table vendor; --",
])('%j is not an id', (text) => expect(isId(text)).toBe(false))
