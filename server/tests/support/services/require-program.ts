import { appendFileSync, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian keeps daemons outside the PATH of ordinary users. */
const DAEMON_DIRS = ['/usr/sbin', '/usr/local/sbin']

/**
 * Whether a program that a test needs is installed. If not, `what` is listed at the end of the run, so that skipped
 * tests are visible; with REQUIRE_SERVICES=1 it throws.
 */
export function requireProgram(program: string, what: string): boolean {
  if (findProgram(program)) return true
  if (process.env['REQUIRE_SERVICES'] === '1')
    throw new Error(`${program} is not installed, so these cannot run: ${what}`)
  const file = process.env['MISSING_SERVICES_FILE']
  if (file) appendFileSync(file, `${what}\n`)
  return false
}

export function findProgram(program: string): string | undefined {
  const dirs = [...(process.env['PATH'] ?? '').split(delimiter), ...DAEMON_DIRS]
  return dirs.map((dir) => join(dir, program)).find((path) => existsSync(path))
}
