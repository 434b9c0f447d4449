import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { loadSettings } from './load-settings.mjs'
import { ROOT, runPrepared } from './prepare.mjs'

const WATCHED = ['server/src', 'server/migrations', 'server/functions', 'sandbox/src']
const SETTLE_MS = 150
const STOP_WAIT_MS = 12_000

/** Runs the product from its sources, and anew after every change to them. */
async function runAndReload() {
  let product = start()
  let isEnding = false
  let settling
  let reloading = Promise.resolve()
  const watchers = WATCHED.map((path) =>
    watch(join(ROOT, path), { recursive: true }, (_, name) => {
      if (!name || !/\.(ts|sql|json|html|css)$/.test(name) || name.endsWith('.test.ts')) return
      clearTimeout(settling)
      settling = setTimeout(() => {
        reloading = reloading.then(reload)
      }, SETTLE_MS)
    }),
  )
  const reload = async () => {
    if (isEnding) return
    console.error('Sources changed, restarting …')
    await stop(product)
    if (!isEnding) product = start()
  }
  const end = async () => {
    isEnding = true
    clearTimeout(settling)
    for (const watcher of watchers) watcher.close()
    await reloading
    await stop(product)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end)
}

/** In a group of its own: Ctrl-C reaches us, and the product gets one signal from us rather than two. */
function start() {
  const args = ['--import', 'tsx', '--enable-source-maps', join('server', 'src', 'main.ts')]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', detached: true })
  child.on('exit', (code) => {
    if (code) console.error(`Harkara exited with code ${code}. Waiting for a change …`)
  })
  return child
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_WAIT_MS)
  await exit
  clearTimeout(impatience)
}

loadSettings()
await runPrepared({ build: false }, runAndReload)
