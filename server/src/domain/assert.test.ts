import { expect, test } from 'vitest'
import { assert, assertNever } from './assert.ts'

test('a broken invariant throws and names what was promised', () => {
  expect(() => assert(false, 'the balance is not negative')).toThrow('Broken invariant: the balance is not negative')
  expect(() => assert(true, 'the balance is not negative')).not.toThrow()
})

test('a case that the types exclude throws and names the value', () => {
  expect(() => assertNever({ kind: 'new' } as never)).toThrow('Unhandled case: {"kind":"new"}')
})
