import type { VendorId } from '../../../domain/ids.ts'
import { type VariableMapping, valuesFor } from '../../../domain/messaging/campaign-variables.ts'
import { providerError } from '../../../domain/messaging/provider-errors.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import { sendComponents } from '../../../domain/template/parameters.ts'
import { headerOf } from '../../../domain/template/template.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { ProviderRefused, ProviderUnavailable } from '../../../ports/messaging-provider.ts'
import { isOptedOut } from '../../contacts/audience/opt-out.ts'
import { readMobile } from '../../contacts/bulk/incoming.ts'
import { mobileHash } from '../../contacts/codec.ts'
import { readMessage } from '../../messages/read-message.ts'
import { queueSingle } from '../../messages/singles/send-single.ts'
import { assertMaySendTest } from '../../messages/singles/test-limit.ts'
import { type PricingDeps, rateFor } from '../../pricing/price-audience.ts'
import { mappingFor } from '../../quotations/audience.ts'
import { assertMaySend } from '../../subscriptions/lifecycle/current.ts'
import { assertApproved, findSendable, type SendableTemplate } from '../../templates/sendable.ts'
import { providerMediaId } from '../header-media.ts'

type TestDeps = PricingDeps & Pick<Deps, 'clock' | 'keyring' | 'blindIndex' | 'files' | 'provider'>

interface TestMessage {
  templateId: string
  /** International, in any spelling. */
  mobile: string
  /** The values, because a test has no contact. */
  variables: Readonly<Record<string, string>>
}

/** Queues one message of a template to one number, at the price of the template. */
export async function sendTest(
  deps: TestDeps,
  { vendorId }: VendorPrincipal,
  test: TestMessage,
  idempotency: IdempotencyRecord,
) {
  const now = deps.clock.now()
  const template = await findSendable(deps.db, vendorId, test.templateId)
  const { mobile } = readMobile(test.mobile)
  assertApproved(template)
  const values = variableValues(template, test.variables)
  await assertMaySend(deps.db, deps, vendorId, now)
  const recipientHash = mobileHash(deps.blindIndex, vendorId, mobile)
  if (await isOptedOut(deps, deps.db, vendorId, recipientHash))
    throw new AppError('OPTED_OUT', { detail: 'This number has opted out of messages.' })
  const content = {
    type: 'template',
    name: template.providerName,
    language: template.language,
    components: sendComponents(
      template,
      (variable) => values.get(variable) ?? '',
      await headerMediaParameter(deps, vendorId, template, now),
    ),
  } as const
  const rate = await rateFor(deps, vendorId, now)
  const single = { kind: 'TEST', mobile, content, category: template.category, rate } as const
  return inTransaction(deps.db, async (tx) => {
    await assertMaySendTest(tx, deps, vendorId, recipientHash, now)
    const messageId = await queueSingle(tx, deps, vendorId, single, now)
    const { status, costMinorUnit } = await readMessage(deps, tx, vendorId, messageId)
    const answer = { messageId, status, costMinorUnit: toJsonInteger(costMinorUnit), currency: rate.currency }
    await idempotency.saveAnswer(tx, 202, answer)
    return answer
  })
}

function variableValues(template: SendableTemplate, variables: Readonly<Record<string, string>>) {
  const fixed: VariableMapping = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, { value }]))
  const mapping = mappingFor(template, fixed, { needsVariables: true }) ?? {}
  return valuesFor(mapping, { mobile: '', name: '', attributes: {} }) ?? new Map<string, string>()
}

/** Uploads the header file now, so that the caller gets the error. */
async function headerMediaParameter(deps: TestDeps, vendorId: VendorId, template: SendableTemplate, now: Date) {
  const format = headerOf(template)?.format.toLowerCase()
  if (template.mediaId === null || format === undefined) return undefined
  try {
    const id = await providerMediaId(deps, vendorId, template.mediaId, now)
    if (id === undefined)
      throw new AppError('FILE_REFUSED', { detail: 'The header file was deleted. Upload it again.' })
    return { [format]: { id } }
  } catch (error) {
    if (error instanceof ProviderRefused && providerError(error.code).action === 'FAIL')
      throw new AppError('FILE_REFUSED', { detail: error.message })
    if (error instanceof ProviderRefused || error instanceof ProviderUnavailable)
      throw new AppError('SERVICE_UNAVAILABLE', {
        detail: 'The messaging provider is not responding. Try again in a moment.',
      })
    throw error
  }
}
