import type { WhatIf } from '../api/shapes.ts'
import type { Context, Outcome } from '../context.ts'
import { EXIT } from '../failure.ts'
import { jobPath } from '../jobs.ts'
import { whatIfLines } from '../text/rows.ts'

/** Shows how an import in review would be read with other default countries. Changes nothing. */
export async function whatIfCommand({ api, terminal, options }: Context, jobId: string): Promise<Outcome> {
  const query = new URLSearchParams({ countries: (options.countries ?? '').toUpperCase() })
  if (options.exact) query.set('exact', 'true')
  const results = await api.get<WhatIf[]>(jobPath(jobId, `what-if?${query}`))
  if (!options.json) terminal.print(whatIfLines(results, terminal.paint))
  return { exitCode: EXIT.done, data: { results } }
}
