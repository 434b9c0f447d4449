import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decryptFile, encryptFile, newFileKey } from './file-cipher.ts'

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const collect = async (content: AsyncIterable<Uint8Array>) => {
  const all: Uint8Array[] = []
  for await (const chunk of content) all.push(Buffer.from(chunk))
  return Buffer.concat(all)
}
const key = newFileKey()
const encrypted = (bytes: Uint8Array, size = 10_000) => collect(encryptFile(key, pieces(bytes, size)))
const opened = (bytes: Uint8Array, size = 7_001, by = key) => collect(decryptFile(by, pieces(bytes, size)))

const SIZES = [0, 1, 65_535, 65_536, 65_537, 131_072, 262_144, 262_145, 327_680, 600_000]

test.each(SIZES)('a file of %i bytes opens as it was', async (length) => {
  const bytes = randomBytes(length)
  expect((await opened(await encrypted(bytes))).equals(bytes)).toBe(true)
})

test('the chunk boundaries of the input do not matter', async () => {
  const bytes = randomBytes(600_000)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 590_000 }), fc.integer({ min: 1, max: 590_000 }), async (a, b) => {
      expect((await opened(await encrypted(bytes, a + 20), b + 20)).equals(bytes)).toBe(true)
    }),
    { numRuns: 20 },
  )
})

test('it shows nothing of its content', async () => {
  const bytes = Buffer.from('Asha Rao,+919876543210\n'.repeat(5_000))
  expect((await encrypted(bytes)).includes('Asha')).toBe(false)
})

test('it does not open when a byte differs, the end is missing, something follows, or blocks changed places', async () => {
  const whole = await encrypted(Buffer.alloc(200_000, 'y'))
  const altered = Buffer.from(whole)
  altered[100_000] = (altered[100_000] ?? 0) ^ 1
  const block = 65_536 + 17
  const swapped = Buffer.concat([
    whole.subarray(0, 24),
    whole.subarray(24 + block, 24 + 2 * block),
    whole.subarray(24, 24 + block),
    whole.subarray(24 + 2 * block),
  ])
  for (const broken of [
    altered,
    swapped,
    whole.subarray(0, 24),
    whole.subarray(0, 24 + block),
    whole.subarray(0, -1),
    Buffer.concat([whole, whole.subarray(24)]),
    Buffer.alloc(0),
  ])
    await expect(opened(broken)).rejects.toThrow()
  await expect(opened(whole, 5_000, newFileKey())).rejects.toThrow()
})
