import { expect, test } from 'vitest'
import { isFromPerson, isText, isWindowOpen, windowClosesAt } from './inbound.ts'

test('free-form replies are allowed for 24 hours after the last message of a person, and not at their end', () => {
  const wrote = new Date('2026-11-15T10:00:00Z')
  const closes = windowClosesAt(wrote)
  expect(closes).toEqual(new Date('2026-11-16T10:00:00Z'))
  expect(isWindowOpen(wrote, new Date(closes.getTime() - 1))).toBe(true)
  expect(isWindowOpen(wrote, closes)).toBe(false)
})

test('texts and answers by button can be keywords; media and locations cannot', () => {
  expect(['text', 'button', 'interactive'].filter(isText)).toHaveLength(3)
  expect(['image', 'location', 'system', ''].filter(isText)).toEqual([])
})

test('only announcements of the provider do not come from a person', () => {
  expect(['system', 'text', 'unsupported'].filter(isFromPerson)).toEqual(['text', 'unsupported'])
})
