import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

/** The build that `npm start` runs. */
export const BUILD = { server: at('server/dist/main.js'), sandbox: at('sandbox/dist/main.js') }

/** The same as one file each: a process loads it in half the time. */
export const BUNDLES = { server: at('dist/tests/server.js'), sandbox: at('dist/tests/sandbox.js') }

/** What tests start: the bundles in a run whose setup has made them. */
export const programs = { ...BUILD }

/** Programs of the tests that run as processes of their own, by the name of their file here. */
export const CHILDREN = ['expansion-process', 'file-putter', 'limit-hammer', 'lock-holder', 'queue-process']
export const childSource = (name: string) => at(`server/tests/support/processes/${name}.ts`)
export const childBundle = (name: string) => at(`dist/tests/${name}.js`)
