import type { Api } from './api/client.ts'
import { usage } from './failure.ts'
import { printable } from './text/printable.ts'

interface Preset {
  id: string
  name: string
}

/** More than a company can have. */
const PAGE_SIZE = 100

export async function listPresets<Shown extends Preset>(api: Api): Promise<Shown[]> {
  return (await api.get<{ data: Shown[] }>(`/contacts/import-presets?pageSize=${PAGE_SIZE}`)).data
}

/** The id of the preset with this name, ignoring case, or this id. */
export async function presetIdOf(api: Api, preset: string): Promise<string> {
  const presets = await listPresets<Preset>(api)
  const found = presets.find(({ id, name }) => id === preset || name.toLowerCase() === preset.trim().toLowerCase())
  if (found) return found.id
  const names = presets.map(({ name }) => `"${printable(name)}"`).join(', ')
  throw usage(
    `There is no preset "${printable(preset)}". ${names === '' ? 'There are no presets.' : `Presets: ${names}.`}`,
  )
}
