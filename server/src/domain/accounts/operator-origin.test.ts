import { expect, test } from 'vitest'
import { countedTogether, countsAs } from './operator-origin.ts'

const origins = [
  { id: 'anna', invitedBy: null, confirmedBy: null },
  { id: 'bilal', invitedBy: null, confirmedBy: null },
  { id: 'chitra', invitedBy: 'anna', confirmedBy: null },
  { id: 'dev', invitedBy: 'chitra', confirmedBy: null },
  { id: 'esha', invitedBy: 'anna', confirmedBy: 'bilal' },
  { id: 'farid', invitedBy: 'esha', confirmedBy: null },
]

test('an operator without an inviter counts as themselves', () => {
  expect(countsAs('anna', origins)).toBe('anna')
  expect(countsAs('somebody from before', origins)).toBe('somebody from before')
})

test('an invited operator counts as the inviter, through any number of invitations', () => {
  expect(countsAs('chitra', origins)).toBe('anna')
  expect(countsAs('dev', origins)).toBe('anna')
})

test('a confirmed operator counts as themselves, and so do those they invited', () => {
  expect(countsAs('esha', origins)).toBe('esha')
  expect(countsAs('farid', origins)).toBe('esha')
})

test('operators who count as the same one are named together', () => {
  expect(countedTogether('dev', origins)).toEqual(['anna', 'chitra', 'dev'])
  expect(countedTogether('esha', origins)).toEqual(['esha', 'farid'])
  expect(countedTogether('bilal', origins)).toEqual(['bilal'])
})
