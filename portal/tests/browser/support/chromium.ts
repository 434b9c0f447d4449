import { type Browser, chromium } from 'playwright-core'
import { findProgram, requireProgram } from '../../../../server/tests/support/services/require-program.ts'

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export const findChromium = () => NAMES.map(findProgram).find((path) => path !== undefined)

/** Whether the tests of a file can run; when not, the end of the run says so. */
export const hasChromium = () =>
  findChromium() !== undefined || requireProgram('chromium', 'the portal in a browser (chromium)')

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium() ?? '', args: FLAGS })
