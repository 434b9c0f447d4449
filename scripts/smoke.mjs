import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT, runPrepared } from './prepare.mjs'

const START_WAIT_MS = 120_000
const DEMO = { email: 'demo@harkara.test', password: 'sandbox-harkara-1' }

/**
 * Starts the product as `npm start` does, with the Node.js that runs this script: it greets, is ready, signs the demo
 * vendor in and answers a request; SIGTERM ends it with exit code 0. It prints nothing but its greeting and notes.
 */
async function smoke() {
  const dataDir = mkdtempSync(join(tmpdir(), 'harkara-smoke-'))
  const product = start(dataDir)
  try {
    const url = await product.url()
    const began = performance.now()
    await answer(`${url}/readyz`)
    const { accessToken } = await answer(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(DEMO),
    })
    await answer(`${url}/api/v1/vendor/me`, { headers: { authorization: `Bearer ${accessToken}` } })
    const answeredMs = Math.round(performance.now() - began)
    const code = await product.end('SIGTERM')
    const alarms = product.alarms()
    if (code !== 0 || alarms) throw new Error(`It ended with ${code} and printed:\n${alarms}`)
    console.log(`Node.js ${process.version}: started, answered within ${answeredMs} ms, stopped with exit code 0`)
  } finally {
    await product.end('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
}

function start(dataDir) {
  const own = { PORT: '0', SANDBOX_PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'info', SANDBOX_DEMO_MONTH: 'false' }
  const env = { ...process.env, ...own }
  const child = spawn(process.execPath, [join('scripts', 'start.mjs')], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  return {
    async url() {
      for (const giveUpAt = performance.now() + START_WAIT_MS; performance.now() < giveUpAt; await sleep(50)) {
        const greeting = /Product\s+(\S+)/.exec(output)
        if (greeting && output.includes('Press Ctrl-C')) return greeting[1]
        if (child.exitCode !== null) break
      }
      throw new Error(`It did not start:\n${output}${errors}`)
    },
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return (await ended)[0]
    },
    alarms() {
      const isAlarm = (line) => line.startsWith('{') && !line.startsWith('{"level":"info"')
      return [...output.split('\n').filter(isAlarm), ...errors.split('\n')].join('\n').trim()
    },
  }
}

async function answer(url, options) {
  const response = await fetch(url, options)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json()
}

await runPrepared({ build: true }, smoke)
