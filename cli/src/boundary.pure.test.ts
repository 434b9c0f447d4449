import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCES = fileURLToPath(new URL('.', import.meta.url))

test('the client imports only Node.js modules and its own files', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const foreign = files.flatMap((name) =>
    [...readFileSync(join(SOURCES, name), 'utf8').matchAll(/\bfrom '([^']+)'/g)]
      .map(([, target = '']) => target)
      .filter((target) => !target.startsWith('node:') && !join('/src', name, '..', target).startsWith('/src/'))
      .map((target) => `${name}: ${target}`),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(foreign).toEqual([])
})
