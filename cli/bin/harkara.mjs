#!/usr/bin/env node
import { runPrepared } from '../../scripts/prepare.mjs'

/** Like every command of this checkout it installs and builds what is missing first; then it costs milliseconds. */
await runPrepared({ build: true }, () => import('../dist/main.js'))
