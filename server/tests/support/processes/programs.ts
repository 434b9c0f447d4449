import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

/** The build that `npm start` runs. */
export const BUILD = { server: at('server/dist/main.js'), sandbox: at('sandbox/dist/main.js') }

/** The same programs as one file each, which loads in half the time. */
export const BUNDLES = { server: at('dist/tests/server.js'), sandbox: at('dist/tests/sandbox.js') }

/** What Node.js has compiled of them. */
export const COMPILE_CACHE = at('dist/tests/compiled')

/** The programs that tests start: the bundles, if the setup of the run has created them. */
export const programs = { ...BUILD }

/** Programs that tests run as processes, by their file name in this folder. */
export const CHILDREN = [
  'expansion-process',
  'file-putter',
  'jumping-clock',
  'limit-hammer',
  'lock-holder',
  'queue-process',
]
export const childSource = (name: string) => at(`server/tests/support/processes/${name}.ts`)
export const childBundle = (name: string) => at(`dist/tests/${name}.js`)
