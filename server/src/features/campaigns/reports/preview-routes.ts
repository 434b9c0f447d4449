import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../../platform/http/guards/access.ts'
import { LaunchBody } from '../launch/launch-schema.ts'
import { preview } from './preview.ts'
import { PreviewView } from './preview-schema.ts'

export function previewRoutes(app: App, deps: Deps) {
  app.post(
    '/campaigns/preview',
    {
      config: { access: ANY_VENDOR_USER },
      schema: {
        tags: ['campaigns'],
        summary: 'See what a launch would do',
        description:
          'With the body of a launch: who would get it and who not, what it costs, when it will end, and three of its ' +
          'messages. Nothing changes and nothing is reserved. What a launch would be refused for is a list here, so that ' +
          'all of it can be put right at once.',
        body: LaunchBody,
        response: { 200: PreviewView },
      },
    },
    ({ vendor, body }) => preview(deps, vendor, body),
  )
}
