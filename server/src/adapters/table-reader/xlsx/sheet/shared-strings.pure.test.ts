import { expect, test } from 'vitest'
import { readSharedStrings } from './shared-strings.ts'

async function* part(xml: string) {
  const bytes = Buffer.from(xml)
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

test('each of many strings is found in any order of access', async () => {
  const text = (i: number) => `${i} ${'é'.repeat(i % 50)}`
  const count = 150_000
  const items = Array.from({ length: count }, (_, i) => `<si><t>${text(i)}</t></si>`)
  const strings = await readSharedStrings(part(`<sst>${items.join('')}</sst>`))
  for (let i = 0; i < count; i++) {
    const at = (i * 7919) % count
    if (strings.at(at) !== text(at)) expect(strings.at(at)).toBe(text(at))
  }
  expect(strings.at(count)).toBeUndefined()
  expect(strings.at(-1)).toBeUndefined()
})

test('strings beyond the memory limit are rejected', async () => {
  const flood = async function* () {
    yield Buffer.from('<sst><si/>')
    const chunk = Buffer.from(`<si><t>${'x'.repeat(32_000)}</t></si>`)
    for (;;) yield chunk
  }
  await expect(readSharedStrings(flood())).rejects.toThrow('too much text')
})
