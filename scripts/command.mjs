import { loadSettings } from './load-settings.mjs'
import { runPrepared } from './prepare.mjs'

/** `node scripts/command.mjs <name> …` runs one of the product's commands in this process. */
const [name] = process.argv.splice(2, 1)
loadSettings()
await runPrepared({ build: true }, () => import(`../server/dist/commands/${name}.js`))
