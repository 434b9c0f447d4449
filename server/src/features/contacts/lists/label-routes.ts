import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../../platform/http/guards/access.ts'
import { createPager, ListQuery, listOf } from '../../../platform/http/pagination.ts'
import { LabelBody } from '../schema.ts'
import { LabelView } from '../views.ts'
import { createLabel, listLabels } from './labels.ts'

export function labelRoutes(app: App, deps: Deps) {
  const config = { access: ANY_VENDOR_USER, resource: 'contacts' } as const
  const tags = ['contacts']
  app.get(
    '/labels',
    {
      config,
      schema: { tags, summary: 'List labels by name', querystring: ListQuery, response: { 200: listOf(LabelView) } },
    },
    async ({ vendor, query }) => {
      const pager = createPager(deps.signer, 'labels', vendor.vendorId)
      const page = pager.pageOf(query)
      const { labels, total } = await listLabels(deps, vendor, page)
      return pager.answer(page, labels, total, ({ folded }) => folded)
    },
  )
  app.post(
    '/labels',
    {
      config,
      schema: {
        tags,
        summary: 'Create a label',
        description: 'If a label of that name already exists, ignoring case, it is returned unchanged with 200.',
        body: LabelBody,
        response: { 200: LabelView, 201: LabelView },
      },
    },
    async ({ vendor, body }, reply) => {
      const { isNew, label } = await createLabel(deps, vendor, body.name)
      return reply.code(isNew ? 201 : 200).send(label)
    },
  )
}
