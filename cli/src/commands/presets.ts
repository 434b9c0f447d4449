import { randomUUID } from 'node:crypto'
import type { Context, Outcome } from '../context.ts'
import { EXIT, usage } from '../failure.ts'
import { type Columns, writeColumns } from '../mapping.ts'
import { listPresets, presetIdOf } from '../presets.ts'
import { printable } from '../text/printable.ts'

interface Preset {
  id: string
  name: string
  columns: Columns
}

const ACTIONS: Readonly<Record<string, (context: Context) => Promise<Outcome>>> = {
  list: listCommand,
  create: createCommand,
  delete: deleteCommand,
}

/** Lists, saves and deletes mappings with a name. */
export function presetsCommand(context: Context, action: string): Promise<Outcome> {
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (!run) throw usage(`harkara presets takes ${Object.keys(ACTIONS).join(', ')}. See harkara presets --help.`)
  return run(context)
}

async function listCommand({ api, terminal, options }: Context): Promise<Outcome> {
  const presets = await listPresets<Preset>(api)
  const lines = presets.map(({ name, columns }) => `${printable(name)}  ${printable(writeColumns(columns))}`)
  if (!options.json) terminal.print(lines.length > 0 ? lines.join('\n') : 'There are no presets.')
  return { exitCode: EXIT.done, data: { presets } }
}

async function createCommand({ api, terminal, options }: Context): Promise<Outcome> {
  const { columns, strategy, defaultCountry, labels } = options
  const name = nameIn(options.name)
  if (!columns) throw usage('harkara presets create needs --map. See harkara presets --help.')
  const preset = await api.json<Preset>({
    method: 'POST',
    path: '/contacts/import-presets',
    json: {
      name,
      columns,
      ...(defaultCountry && { defaultCountry }),
      ...(strategy && { mergeStrategy: strategy }),
      ...(labels.length > 0 && { labels }),
    },
    idempotencyKey: randomUUID(),
  })
  if (!options.json) terminal.print(`Preset "${printable(preset.name)}" saved.`)
  return { exitCode: EXIT.done, data: { preset } }
}

async function deleteCommand({ api, terminal, options }: Context): Promise<Outcome> {
  const name = nameIn(options.name)
  const id = await presetIdOf(api, name)
  await api.json({ method: 'DELETE', path: `/contacts/import-presets/${encodeURIComponent(id)}` })
  if (!options.json) terminal.print(`Preset "${printable(name)}" deleted.`)
  return { exitCode: EXIT.done, data: { deleted: id } }
}

function nameIn(name: string | undefined): string {
  if (name === undefined) throw usage('harkara presets create and delete need --name. See harkara presets --help.')
  return name
}
