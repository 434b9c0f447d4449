import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findProgram, requireProgram } from './support/services/require-program.ts'
import { newTempDir } from './support/services/temp-dir.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url))

/** The tool's own verdict about a file. The tools are in Debian, so a complete run demands them. */
const testWith = (program: string, name: string, body: (path: string) => void | Promise<void>) => {
  const isThere = requireProgram(program, `what ${program} says about the files of deploy/`)
  test.skipIf(!isThere)(`${program}: ${name}`, () => body(findProgram(program) ?? ''))
}

testWith(
  'promtool',
  'the alert rules do what their tests say, and Prometheus reads its configuration',
  async (promtool) => {
    const cwd = join(DEPLOY, 'monitoring')
    expect(execFileSync(promtool, ['test', 'rules', 'alerts.test.yml'], { cwd, encoding: 'utf8' })).toContain('SUCCESS')
    execFileSync(promtool, ['check', 'config', 'prometheus.yml'], { cwd, stdio: 'pipe' })
    // Debian's build does not know how to ask Kubernetes for pods; everything else in the file it can judge.
    const found = readFileSync(join(cwd, 'prometheus.kubernetes.yml'), 'utf8')
    const listed = found.replace(
      / {4}kubernetes_sd_configs:\n(?: {6}.*\n)+/,
      '    static_configs: [{targets: ["pod:3000"]}]\n',
    )
    expect(listed).not.toBe(found)
    const file = join(await newTempDir('prometheus'), 'prometheus.yml')
    writeFileSync(file, listed.replace('- alerts.yml', `- ${join(cwd, 'alerts.yml')}`))
    execFileSync(promtool, ['check', 'config', file], { stdio: 'pipe' })
  },
)

testWith('nginx', 'the sample of a reverse proxy is valid', async (nginx) => {
  const dir = await newTempDir('nginx')
  mkdirSync(join(dir, 'logs'))
  // The directories of the package belong to root.
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${kind};`)
  const parts = ['upstreams.systemd.conf', 'nginx.conf'].map((name) => `include '${DEPLOY}/proxy/${name}';`)
  const main = ['pid nginx.pid;', 'events {}', 'http {', 'access_log off;', ...places, ...parts, '}']
  writeFileSync(join(dir, 'main.conf'), main.join('\n'))
  const { status, stderr } = spawnSync(nginx, ['-t', '-p', dir, '-e', 'stderr', '-c', 'main.conf'], {
    encoding: 'utf8',
  })
  expect(stderr).toContain('test is successful')
  expect(stderr).not.toContain('[warn]')
  expect(status).toBe(0)
})

testWith('systemd-analyze', 'the units are valid, without a line that systemd ignores', async (systemdAnalyze) => {
  const dir = await newTempDir('units')
  const units = readdirSync(join(DEPLOY, 'systemd'))
  for (const unit of units) {
    const text = readFileSync(join(DEPLOY, 'systemd', unit), 'utf8')
    writeFileSync(join(dir, unit), text.replaceAll('/usr/bin/node', process.execPath))
  }
  const { stderr } = spawnSync(systemdAnalyze, ['--man=no', 'verify', ...units], { cwd: dir, encoding: 'utf8' })
  expect(stderr.split('\n').filter((line) => line.includes('harkara'))).toEqual([])
})

const kubectl = findProgram('kubectl') ?? ''

test.skipIf(kubectl === '')(
  'kubectl (not in Debian, so only where it is installed): the manifests are a Kustomize base in which every pod is labelled as Harkara',
  () => {
    const built = execFileSync(kubectl, ['kustomize', join(DEPLOY, 'kubernetes')], { encoding: 'utf8' })
    const pods = built.split('\n---\n').filter((document) => /^ {2}template:/m.test(document))
    expect(pods).toHaveLength(6)
    for (const pod of pods)
      expect(pod).toMatch(/^ {2}template:\n {4}metadata:[\s\S]*? {8}app.kubernetes.io\/name: harkara$/m)
  },
)
