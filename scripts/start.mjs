import { loadSettings } from './load-settings.mjs'
import { runPrepared } from './prepare.mjs'

/** In this very process, so that a signal to it is a signal to the product. */
loadSettings()
await runPrepared({ build: true }, () => import('../server/dist/main.js'))
