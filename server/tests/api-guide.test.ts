import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readApiDocument } from './support/api-document.ts'
import { startProduct } from './support/product.ts'

test('docs/api.md lists every endpoint that the product publishes, and no other', async () => {
  const product = await startProduct()
  const { operations } = await readApiDocument(product)
  const published = operations.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
  const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `([A-Z]+ \/\S*)` \| /gm)].map(([, endpoint]) => endpoint)
  expect(listed.sort()).toEqual(published.sort())
})
