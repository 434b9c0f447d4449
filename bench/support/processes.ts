import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))

export interface RoleProcess {
  url: string
  stop(): Promise<void>
}

/** One role of the product as a process, as it runs in production. */
export async function startRole(role: string, env: Record<string, string>): Promise<RoleProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', SERVICE_TYPE: role, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    url: await addressOf(child),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
      const line = output.match(/^\{.*"event":"started".*\}$/m)?.[0]
      if (line) resolve((JSON.parse(line) as { url: string }).url.replace('localhost', '127.0.0.1'))
    })
    child.once('exit', () => reject(new Error(`${child.spawnargs.join(' ')} did not start:\n${output}`)))
  })
}
