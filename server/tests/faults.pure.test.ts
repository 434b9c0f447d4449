import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** See docs/sabotage.md. */
const Fault = z.strictObject({
  name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  why: z.string().regex(/^[A-Z].*\.$/),
  file: z.string().regex(/^(server|portal|cli|sandbox)\/src\/(?!.*\.test\.)/),
  find: z.string().min(1),
  replace: z.string(),
  tests: z.array(z.string().regex(/\.test\.tsx?$/)).min(1),
  only: z.string().optional(),
  isBuilt: z.boolean().optional(),
  accepted: z.string().optional(),
})

test.each(readdirSync(join(ROOT, 'faults')))(
  'every fault in %s still fits the code and names tests that exist',
  (file) => {
    const faults = z.array(Fault).parse(JSON.parse(read(`faults/${file}`)))
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
    for (const { name, file, find, replace, tests, only } of faults) {
      expect(replace, name).not.toBe(find)
      expect(read(file).split(find).length - 1, `how often ${file} contains the text of ${name}`).toBe(1)
      for (const path of tests) expect(existsSync(join(ROOT, path)), `${path} of ${name}`).toBe(true)
      if (only !== undefined)
        expect(
          tests.some((path) => read(path).includes(only)),
          `"${only}" of ${name}`,
        ).toBe(true)
    }
  },
)
