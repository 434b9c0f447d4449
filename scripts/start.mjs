import { runPrepared } from './prepare.mjs'

/** In this very process, so that a signal to it is a signal to the product. */
await runPrepared({ build: true }, () => import('../server/dist/main.js'))
