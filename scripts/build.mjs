import { runPrepared } from './prepare.mjs'

/** Packages and build as the sources are, and nothing started. */
await runPrepared({ build: true }, () => undefined)
