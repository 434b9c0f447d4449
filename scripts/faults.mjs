import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './prepare.mjs'

/** Every fault under `faults/`, named by its area, which is the name of its file: `money/second-payment-forgotten`. */
export const readFaults = () =>
  readdirSync(join(ROOT, 'faults'))
    .sort()
    .flatMap((file) => {
      const area = file.replace(/\.json$/, '')
      const faults = JSON.parse(readFileSync(join(ROOT, 'faults', file), 'utf8'))
      return faults.map((fault) => ({ ...fault, area, name: `${area}/${fault.name}` }))
    })
