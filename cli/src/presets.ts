import type { Context } from './context.ts'
import { usage } from './failure.ts'
import { printable } from './text/printable.ts'

interface Preset {
  id: string
  name: string
}

/** More than a company can have. */
const PAGE_SIZE = 100

/** The id of the preset that `--preset` names, ignoring case; undefined without the option. */
export async function presetIdOf({ api, options }: Context): Promise<string | undefined> {
  const { preset } = options
  if (preset === undefined) return undefined
  const { data } = await api.get<{ data: Preset[] }>(`/contacts/import-presets?pageSize=${PAGE_SIZE}`)
  const found = data.find(({ id, name }) => id === preset || name.toLowerCase() === preset.trim().toLowerCase())
  if (found) return found.id
  const names = data.map(({ name }) => `"${printable(name)}"`).join(', ')
  throw usage(
    `There is no preset "${printable(preset)}". ${names === '' ? 'There are no presets.' : `Presets: ${names}.`}`,
  )
}
