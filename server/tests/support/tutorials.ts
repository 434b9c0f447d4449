import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { MINUTE_MS } from '../../src/domain/durations.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const CLI = `'${process.execPath}' '${ROOT}cli/bin/harkara.mjs'`
const TUTORIAL_TIMEOUT_MS = 3 * MINUTE_MS

/** A shell block of a page, and the output block that directly follows it, if any. */
interface Step {
  line: number
  commands: string
  expected: string | undefined
}

export const readTutorial = (name: string) => readFileSync(`${ROOT}docs/tutorials/${name}`, 'utf8')

/** The output of a start, according to the README. */
export const readBanner = () =>
  /^```\n(\s+Harkara is running[\s\S]*?)^```$/m.exec(readFileSync(`${ROOT}README.md`, 'utf8'))?.[1] ?? ''

/** The tutorials in the order of their index. */
export const listTutorials = () =>
  [...readTutorial('README.md').matchAll(/^\d+\. \[.*?\]\((.*?)\)/gm)].map(([, name = '']) => name)

export function stepsOf(page: string): Step[] {
  const blocks = /^```sh\n([\s\S]*?)^```\n(?:```(?:json|text)\n([\s\S]*?)^```\n)?/gm
  return [...page.matchAll(blocks)].map(({ 1: commands = '', 2: expected, index }) => ({
    line: page.slice(0, index).split('\n').length + 1,
    commands,
    expected,
  }))
}

/** Whether an output matches the page. `…` matches anything, also across lines; line ends may differ. */
export function isAsStated(expected: string, output: string): boolean {
  const parts = expected.trim().split('…')
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s\\S]*?')
  return new RegExp(`^${pattern}$`).test(output.replaceAll('\r\n', '\n').trim())
}

interface Addresses {
  url: string
  sandboxUrl: string
}

/** Runs all steps of a page in one shell, in a separate directory. Stops at the first command that fails. */
export async function runTutorial(steps: readonly Step[], { url, sandboxUrl }: Addresses, dir: string) {
  const script = steps.map(({ commands }, n) => `${commands}\nprintf '\\n%s\\n' '${endOf(n)}'\n`).join('')
  const addressed = script
    .replaceAll('http://localhost:3000', url)
    .replaceAll('http://127.0.0.1:4010', sandboxUrl)
    .replaceAll('npx harkara', CLI)
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', addressed], {
    cwd: dir,
    timeout: TUTORIAL_TIMEOUT_MS,
    env: { PATH: process.env['PATH'] ?? '', HOME: dir, HARKARA_URL: url, LANG: 'C.UTF-8' },
  })
  let rest = stdout
  return steps.map((step, n) => {
    const [output = '', after = ''] = rest.split(`\n${endOf(n)}\n`, 2)
    rest = after
    return { ...step, output }
  })
}

const endOf = (step: number) => `--- end of step ${step} ---`
