import { z } from 'zod'
import { MOBILE_CHARS_MAX, TEMPLATE_VARIABLES_MAX, VARIABLE_VALUE_CHARS_MAX } from '../../../domain/limits.ts'
import { MESSAGE_STATUSES } from '../../../domain/messaging/settlement.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../../platform/http/guards/access.ts'
import { IdParams } from '../../../platform/http/pagination.ts'
import { singleLine } from '../../vendors/schema.ts'
import { sendTest } from './send-test.ts'

const TestBody = z
  .strictObject({
    mobile: z.string().max(MOBILE_CHARS_MAX).meta({ example: '+91 98765 43210' }),
    variables: z
      .record(z.string().min(1).max(100), singleLine(VARIABLE_VALUE_CHARS_MAX))
      .refine((variables) => Object.keys(variables).length <= TEMPLATE_VARIABLES_MAX, {
        error: `must be at most ${TEMPLATE_VARIABLES_MAX}`,
      })
      .default({})
      .meta({ description: 'The value of each template variable', example: { '1': 'Asha', '2': 'A-4711' } }),
  })
  .meta({ id: 'TestMessage' })

const TestView = z
  .object({
    messageId: z.string().meta({ description: 'Follow its status with `GET /messages/{id}`' }),
    status: z.enum(MESSAGE_STATUSES),
    costMinorUnit: z.int().meta({ description: 'Charged when the message is sent' }),
    currency: z.string(),
  })
  .meta({ id: 'SentTest' })

export function testRoutes(app: App, deps: Deps) {
  app.post(
    '/templates/:id/test',
    {
      config: { access: ANY_VENDOR_USER, resource: 'messages', idempotency: 'honoured' },
      schema: {
        tags: ['templates'],
        summary: 'Send a test message to one number',
        description:
          'Sends a real message of the template at its regular price. 422 `TEMPLATE_NOT_APPROVED`, `VARIABLES_REQUIRED` or ' +
          '`PRICING_NOT_FOUND`; 402 `INSUFFICIENT_BALANCE`; 403 `SUBSCRIPTION_REQUIRED`; 409 `OPTED_OUT`. At most 100 in ' +
          '24 hours, 20 of them to one number; then 422 `TEST_LIMIT` with `Retry-After`.',
        params: IdParams,
        body: TestBody,
        response: { 202: TestView },
      },
    },
    async ({ vendor, params, body, idempotency }, reply) =>
      reply.code(202).send(await sendTest(deps, vendor, { templateId: params.id, ...body }, idempotency)),
  )
}
