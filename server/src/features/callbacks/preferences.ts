import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { applyPreferences } from '../conversations/preferences.ts'

const SECONDS_MAX = 100_000_000_000
export const Preferences = z.object({ user_preferences: z.array(z.unknown()) })
const Preference = z.object({
  wa_id: z.string().regex(/^\+?\d{5,20}$/),
  category: z.string().optional().catch(undefined),
  value: z.string(),
  timestamp: z.coerce.number().int().positive().max(SECONDS_MAX).optional().catch(undefined),
})

/** False: some of them cannot be read. All others count. */
export async function handlePreferences(deps: Deps, preferences: readonly unknown[], heardAt: Date): Promise<boolean> {
  const read = preferences.map((preference) => Preference.safeParse(preference))
  const news = read.flatMap(({ data }) => {
    const value = (['stop', 'resume'] as const).find((word) => word === data?.value)
    if (!data || !value || (data.category ?? MARKETING) !== MARKETING) return []
    const at = data.timestamp === undefined ? heardAt : new Date(data.timestamp * 1_000)
    return [{ mobile: data.wa_id.replace('+', ''), value, at }]
  })
  await applyPreferences(deps, news)
  return read.every(({ success }) => success)
}

const MARKETING = 'marketing_messages'
