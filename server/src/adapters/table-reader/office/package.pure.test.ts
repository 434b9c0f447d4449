import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { paddedText } from '../../../../tests/support/tables/workbook.ts'
import { zip } from '../../../../tests/support/tables/zip.ts'
import { openPackage } from './package.ts'

const MB = 1024 * 1024

test('at most 600 MB are inflated in all parts together, however they are split', async () => {
  const flood = paddedText(16 * MB)
  const part = { content: flood, raw: deflateRawSync(flood) }
  const xlsx = await openPackage(zip(Array.from({ length: 40 }, (_, i) => ({ name: `xl/${i}.xml`, ...part }))))
  let bytes = 0
  const drain = async () => {
    for (let i = 0; i < 40; i++) for await (const chunk of xlsx.open(`xl/${i}.xml`) ?? []) bytes += chunk.length
  }
  await expect(drain()).rejects.toThrow('too large when unpacked')
  expect(bytes).toBe(600 * MB)
})

test('a part with a wrong checksum is damaged', async () => {
  const file = zip([{ name: 'xl/a.xml', content: 'abc', stored: true }])
  file.write('x', file.indexOf('abc'))
  const xlsx = await openPackage(file)
  const drain = async () => {
    for await (const _ of xlsx.open('xl/a.xml') ?? []);
  }
  await expect(drain()).rejects.toThrow('damaged')
})
