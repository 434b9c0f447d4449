import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseStrictJson } from './strict-json.ts'

describe('strict JSON', () => {
  test('reads every valid value as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!text.includes('__proto__'))
        expect(parseStrictJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test.each([
    '{"amount":1,"amount":2}',
    '{"a":{"b":1,"c":2,"b":3}}',
    '[{"a":1},{"a":1,"a":1}]',
    '{"a":1,"\\u0061":2}',
    '{"a":[{"x":1}],"a":2}',
  ])('refuses a duplicate key in one object: %s', (text) => {
    expect(() => parseStrictJson(text)).toThrow(SyntaxError)
  })

  test('the same key in two objects is fine', () => {
    expect(parseStrictJson('{"a":{"a":1},"b":[{"a":1},{"a":2}]}')).toEqual({ a: { a: 1 }, b: [{ a: 1 }, { a: 2 }] })
  })

  test('text that only looks like a key does not count', () => {
    expect(parseStrictJson('{"a":"\\",\\"a\\":1","b":"a"}')).toEqual({ a: '","a":1', b: 'a' })
  })

  test.each(['{"__proto__":{"polluted":true}}', '{"a":{"\\u005f_proto__":1}}'])('refuses %s', (text) => {
    expect(() => parseStrictJson(text)).toThrow(SyntaxError)
  })
})
