import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { makeTempDir } from '../../server/tests/support/services/temp-dir.ts'
import type { Sample } from './paired.ts'

/** PostgreSQL's own load generator, if this machine has it. */
export function findPgbench(): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...[18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin`),
  ]
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path))
}

/** Repeats one prepared statement from several clients, each execution in its own transaction. */
export async function runPgbench(
  path: string,
  options: { url: string; script: string; clients: number; seconds: number },
): Promise<Sample> {
  const dir = await makeTempDir('pgbench')
  try {
    await writeFile(join(dir, 'script.sql'), options.script)
    const load = ['-c', `${options.clients}`, '-j', '1', '-T', `${options.seconds}`]
    const child = spawn(path, ['-n', '-M', 'prepared', ...load, '-l', '-f', 'script.sql', options.url], { cwd: dir })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    const [code] = await once(child, 'exit')
    const perSecond = Number(/tps = ([\d.]+) \(without/.exec(output)?.[1])
    if (code !== 0 || !(perSecond > 0)) throw new Error(`pgbench failed:\n${output}`)
    return { perSecond, p99Ms: await p99Of(dir) }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Reads its log, which has a line per transaction with the microseconds it took. */
async function p99Of(dir: string): Promise<number> {
  const logs = (await readdir(dir)).filter((name) => name.startsWith('pgbench_log'))
  const texts = await Promise.all(logs.map((name) => readFile(join(dir, name), 'utf8')))
  const micros = texts.flatMap((text) =>
    text
      .trim()
      .split('\n')
      .map((line) => Number(line.split(' ')[2])),
  )
  return percentile99(micros) / 1000
}

export function percentile99(values: number[]): number {
  const sorted = values.sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}
