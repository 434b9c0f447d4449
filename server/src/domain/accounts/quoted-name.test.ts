import { describe, expect, test } from 'vitest'
import { quotedName } from './quoted-name.ts'

describe("a vendor's name in a mail", () => {
  test('is quoted as it was written', () => {
    expect(quotedName('Asha Traders')).toBe('“Asha Traders”')
    expect(quotedName('आशा ट्रेडर्स & Söhne')).toBe('“आशा ट्रेडर्स & Söhne”')
    expect(quotedName('Dr. Rao')).toBe('“Dr. Rao”')
  })

  test.each([
    'http://evil.example/pay',
    'HTTPS://EVIL.EXAMPLE',
    'Verify at evil.example now',
    'www.evil.example',
    'pay@evil.example',
    'mailto:pay@evil.example',
    'evil。example',
    'evil．example/x',
    '203.0.113.7/login',
    'evil.\u200Bexample',
    'Asha.Traders.co.in',
  ])('%s contains no link', (name) => {
    const shown = quotedName(name)
    expect(shown).not.toMatch(/[\p{L}\p{N}][.。．｡@:/][\p{L}\p{N}/]/u)
    expect(shown).not.toMatch(/:\/\/|www\.\w/i)
    expect(shown.replaceAll('\u200B', '')).toBe(`“${name.replaceAll('\u200B', '')}”`)
  })

  test('cannot leave its quotes, hide or reverse what follows, or exceed a readable length', () => {
    expect(quotedName('x” has ended. "Pay now')).toBe("“x' has ended. 'Pay now”")
    expect(quotedName('a\u202Eb\u2066c\u2060d')).toBe('“abcd”')
    expect(quotedName('क्\u200Dष')).toBe('“क्\u200Dष”')
    expect(quotedName('one\n\ntwo\u2028three')).toBe('“one two three”')
    expect([...quotedName('x'.repeat(200))]).toHaveLength(83)
    expect(quotedName('x'.repeat(80))).toBe(`“${'x'.repeat(80)}”`)
    expect(quotedName(' Asha\u2060 ')).toBe('“Asha”')
  })
})
