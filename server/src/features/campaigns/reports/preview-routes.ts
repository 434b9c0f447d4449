import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../../platform/http/guards/access.ts'
import { LaunchBody } from '../launch/launch-schema.ts'
import { previewCampaign } from './preview.ts'
import { PreviewView } from './preview-schema.ts'

export function previewRoutes(app: App, deps: Deps) {
  app.post(
    '/campaigns/preview',
    {
      config: { access: ANY_VENDOR_USER, resource: 'campaigns', onlyReads: true },
      schema: {
        tags: ['campaigns'],
        summary: 'Preview a launch',
        description:
          'Takes the body of a launch and returns who would and would not receive it, the cost, the estimated end and three sample ' +
          'messages. Nothing changes and no hold is placed. Reasons why the launch would be refused are returned as a list, so that ' +
          'all of them can be fixed together.',
        body: LaunchBody,
        response: { 200: PreviewView },
      },
    },
    ({ vendor, body }) => previewCampaign(deps, vendor, body),
  )
}
