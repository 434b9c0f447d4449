import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { requireProgram } from '../support/services/require-program.ts'
import { newTempDir } from '../support/services/temp-dir.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const canRun = existsSync(join(ROOT, '.git')) && requireProgram('git', 'npm run release (git)')

test.skipIf(!canRun)('a release is an archive, a list of its packages and the checksums of both', async () => {
  const out = await newTempDir('release')
  execFileSync(process.execPath, ['scripts/release.mjs', '--dirty', '--out', out], { cwd: ROOT, stdio: 'pipe' })
  const names = readdirSync(out).sort()
  expect(names).toEqual([
    'SHA256SUMS',
    expect.stringMatching(/^harkara-[\d.]+-[0-9a-f]{12}-dirty\.cdx\.json$/),
    expect.stringMatching(/^harkara-[\d.]+-[0-9a-f]{12}-dirty\.tar\.gz$/),
  ])
  const [, sbomName, archiveName] = names as [string, string, string]
  for (const line of readFileSync(join(out, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
    const [sum, name = ''] = line.split('  ')
    expect(
      createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex'),
    ).toBe(sum)
  }

  const bom = JSON.parse(readFileSync(join(out, sbomName), 'utf8'))
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'harkara' } } })
  const components = bom.components.map(({ name }: { name: string }) => name)
  expect(components).toEqual(expect.arrayContaining(['fastify', 'pg', 'zod', '@node-rs/argon2']))
  expect(components).not.toContain('vitest')
  for (const { purl } of bom.components) expect(purl).toMatch(/^pkg:npm\//)

  const entries = execFileSync('tar', ['--list', '--file', join(out, archiveName)], { encoding: 'utf8' }).split('\n')
  const root = archiveName.replace('.tar.gz', '')
  for (const path of ['package-lock.json', 'SECURITY.md', 'server/dist/main.js', 'portal/dist/index.html'])
    expect(entries).toContain(`${root}/${path}`)
  expect(entries.filter((entry) => /(^|\/)(\.env|\.git|\.data|node_modules)(\/|$)/.test(entry))).toEqual([])
})
