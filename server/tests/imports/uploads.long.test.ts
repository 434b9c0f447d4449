import { expect, test } from 'vitest'
import { startImportProcess } from '../support/imports/import-process.ts'
import { breakOffUploads, leavingNothing } from '../support/imports/raw-forms.ts'

test('200 uploads broken off anywhere leave nothing behind', async () => {
  const product = await startImportProcess()
  for (const seed of [101, 102, 103, 104]) await leavingNothing(product, () => breakOffUploads(product, 50, seed))
  expect(await product.process.end('SIGTERM')).toBe(0)
})
