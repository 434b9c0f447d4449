import { statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { findChromium, launchChromium } from '../portal/tests/browser/support/chromium.ts'
import { DEMO, demoIsReady, signIn, startForBrowser } from '../portal/tests/browser/support/steps.ts'
import { undoAll } from '../server/tests/support/cleanup.ts'
import { median } from './support/paired.ts'

/**
 * Loading times of the portal's pages, measured as Lighthouse does: first contentful paint, total blocking time (task
 * time beyond 50 ms), layout shift, and script bytes over the wire. Every page is loaded with an empty cache, on this
 * machine as it is and as on a phone (a quarter of the processor speed, 1.6 Mbit/s, 150 ms latency). Anchor: a bare
 * page with one heading, loaded in turns.
 */
const isShort = process.argv.includes('--short')
const ROUNDS = isShort ? 3 : 5
const SIGN_IN_SCRIPT_KB_MAX = 150
/**
 * The compressed files of the sign-in page on disk, before the charts were drawn without a library and the first page's
 * modules became one file. The same files are counted today, because bytes over the wire include headers.
 */
const SIGN_IN_FILES_KB_BEFORE = 173
const ASSETS = join(import.meta.dirname, '..', 'portal', 'dist', 'assets')
const OUTSIDE = '/sign-in'
const INSIDE = ['/', '/contacts', '/wallet', '/imports', '/templates', '/campaigns', '/inbox', '/billing']
const PAGES = [OUTSIDE, ...(isShort ? INSIDE.slice(0, 3) : INSIDE)]
const DEVICES = [
  { name: 'desktop', cpu: 1, network: undefined },
  { name: 'phone', cpu: 4, network: { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 } },
] as const
type Device = (typeof DEVICES)[number]

interface Load {
  fcpMs: number
  tbtMs: number
  shift: number
  scriptKb: number
  filesKb: number
}

interface Seen {
  fcpMs: number
  tasks: number[]
  shift: number
}
/** As text, because it runs in the page. */
const WATCH = `
  window.seen = { tasks: [], shift: 0 }
  const watch = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  watch('longtask', ({ duration }) => seen.tasks.push(duration))
  watch('layout-shift', ({ value }) => (seen.shift += value))`
const READ = `({ fcpMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, ...window.seen })`

async function bench() {
  if (!findChromium()) return console.log('portal: no Chromium on this machine, not measured')
  const product = await startForBrowser()
  await demoIsReady(product)
  const bare = await startBare()
  const browser = await launchChromium()
  try {
    const results = []
    for (const device of DEVICES) {
      const visitor = await signedIn(browser, product.url)
      const loads = new Map<string, Load[]>(['bare', ...PAGES].map((path) => [path, []]))
      for (let round = 0; round < ROUNDS; round++) {
        loads.get('bare')?.push(await load(browser, device, bare.url, undefined))
        for (const path of PAGES)
          loads.get(path)?.push(await load(browser, device, product.url + path, path === OUTSIDE ? undefined : visitor))
      }
      const bareFcpMs = summary(loads.get('bare') ?? []).fcpMs
      for (const path of PAGES)
        results.push({ device: device.name, path, ...summary(loads.get(path) ?? []), bareFcpMs })
    }
    printResults(results)
  } finally {
    await browser.close()
    bare.stop()
    await undoAll()
  }
}

type Cookies = Awaited<ReturnType<typeof signedIn>>

/** The cookie of a signed-in user. Each page load refreshes the session with it, as for a returning visitor. */
async function signedIn(browser: Browser, url: string) {
  const context = await browser.newContext()
  await signIn(await context.newPage(), url, DEMO)
  return context
}

async function load(browser: Browser, device: Device, url: string, visitor: Cookies | undefined): Promise<Load> {
  const context = await browser.newContext(visitor && { storageState: await visitor.storageState() })
  try {
    const page = await context.newPage()
    const wire = await throttle(page, device)
    await page.addInitScript({ content: WATCH })
    await page.goto(url)
    // A slow processor pauses longer than an idle network suggests, so the page is complete when its heading is there.
    await page.locator('h1').waitFor()
    await page.waitForLoadState('networkidle')
    // A refresh token works once: the next load needs the one that this load received.
    if (visitor) await visitor.addCookies(await context.cookies())
    const { fcpMs, tasks, shift } = await page.evaluate<Seen>(READ)
    const tbtMs = tasks.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0)
    return { fcpMs, tbtMs, shift, scriptKb: wire.scriptKb(), filesKb: wire.filesKb() }
  } finally {
    await context.close()
  }
}

/** Throttles the page and counts the bytes of its scripts over the wire. */
async function throttle(page: Page, { cpu, network }: Device) {
  const devtools = await page.context().newCDPSession(page)
  const scripts = new Set<string>()
  let bytes = 0
  const files = new Set<string>()
  devtools.on('Network.responseReceived', ({ type, requestId, response }) => {
    if (type !== 'Script') return
    scripts.add(requestId)
    files.add(basename(new URL(response.url).pathname))
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await devtools.send('Network.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (network) await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
  const fileBytes = () => [...files].reduce((sum, name) => sum + statSync(join(ASSETS, `${name}.gz`)).size, 0)
  return { scriptKb: () => bytes / 1024, filesKb: () => fileBytes() / 1024 }
}

async function startBare() {
  const server = createServer((_, reply) => {
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    reply.end('<!doctype html><html lang="en"><title>Bare</title><h1>Bare</h1></html>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() }
}

function summary(loads: readonly Load[]): Load {
  const of = (name: keyof Load) => median(loads.map((one) => one[name]))
  return {
    fcpMs: of('fcpMs'),
    tbtMs: of('tbtMs'),
    shift: of('shift'),
    scriptKb: of('scriptKb'),
    filesKb: of('filesKb'),
  }
}

function printResults(results: readonly ({ device: string; path: string; bareFcpMs: number } & Load)[]) {
  console.log(`The portal's pages, empty cache, median of ${ROUNDS} loads each, in turns with a bare page`)
  console.log(`  ${'device'.padEnd(7)}${'page'.padEnd(14)}   script KB   FCP ms   ÷ bare   TBT ms   shift`)
  for (const { device, path, scriptKb, fcpMs, bareFcpMs, tbtMs, shift } of results)
    console.log(
      `  ${device.padEnd(7)}${path.padEnd(14)}${scriptKb.toFixed(0).padStart(12)}${fcpMs.toFixed(0).padStart(9)}${(fcpMs / bareFcpMs).toFixed(1).padStart(9)}${tbtMs.toFixed(0).padStart(9)}${shift.toFixed(3).padStart(8)}`,
    )
  const first = results.find(({ path }) => path === OUTSIDE)
  const isLight = (first?.filesKb ?? Number.POSITIVE_INFINITY) < SIGN_IN_SCRIPT_KB_MAX
  console.log(
    `  script files of the sign-in page ${first?.filesKb.toFixed(0)} KB (before: ${SIGN_IN_FILES_KB_BEFORE} KB), at most ${SIGN_IN_SCRIPT_KB_MAX}: ${isLight ? 'reached' : 'MISSED'}`,
  )
  console.log(JSON.stringify({ bench: 'portal', rounds: ROUNDS, results }))
}

await bench()
