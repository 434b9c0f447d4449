import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../../platform/http/guards/access.ts'
import { createPager, IdParams, ListQuery, listOf } from '../../../platform/http/pagination.ts'
import { createPreset, deletePreset, listPresets } from './presets.ts'
import { PresetBody, PresetView } from './schema.ts'

const config = { access: ANY_VENDOR_USER, resource: 'contacts' } as const
const tags = ['imports']

export function presetRoutes(app: App, deps: Deps) {
  app.get(
    '/contacts/import-presets',
    {
      config,
      schema: {
        tags,
        summary: 'List import presets, newest first',
        querystring: ListQuery,
        response: { 200: listOf(PresetView) },
      },
    },
    async ({ vendor, query }) => {
      const pager = createPager(deps.signer, 'import-presets', vendor.vendorId)
      const page = pager.pageOf(query)
      const { presets, total } = await listPresets(deps, vendor, page)
      return pager.answer(page, presets, total, ({ id }) => id)
    },
  )
  app.post(
    '/contacts/import-presets',
    {
      config,
      schema: {
        tags,
        summary: 'Save a column mapping as a preset',
        description:
          'Use it as `presetId` at an upload or in `POST …/mapping`. Columns of the preset that a file lacks are left out; a name that exists is 409 `ALREADY_EXISTS`.',
        body: PresetBody,
        response: { 201: PresetView },
      },
    },
    async ({ vendor, body }, reply) => reply.code(201).send(await createPreset(deps, vendor, body)),
  )
  app.delete(
    '/contacts/import-presets/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Delete an import preset',
        description: 'Imports that used it are not affected.',
        params: IdParams,
        response: { 204: z.undefined() },
      },
    },
    async ({ vendor, params }, reply) => {
      await deletePreset(deps, vendor, params.id)
      return reply.code(204).send()
    },
  )
}
