#!/usr/bin/env node
import { runPrepared } from '../../scripts/prepare.mjs'

// The doctor examines the installation itself, with its settings and its database. All else is a client of the API.
if (process.argv[2] === 'doctor') await import('../../scripts/command.mjs')
// Like every command of this checkout it installs and builds what is missing first; then it costs milliseconds.
else await runPrepared({ build: true }, () => import('../dist/main.js'))
