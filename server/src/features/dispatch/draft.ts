import type { VendorId } from '../../domain/ids.ts'
import { valuesFor } from '../../domain/messaging/campaign-variables.ts'
import type { PlatformErrorCode } from '../../domain/messaging/failure-reason.ts'
import { providerError } from '../../domain/messaging/provider-errors.ts'
import { sendComponents } from '../../domain/template/parameters.ts'
import { headerOf } from '../../domain/template/template.ts'
import type { BlindIndex } from '../../platform/crypto/blind-index.ts'
import type { Deps } from '../../platform/deps.ts'
import { type OutgoingMessage, ProviderRefused } from '../../ports/messaging-provider.ts'
import { type CampaignContent, readCampaignContents } from '../campaigns/running-campaigns.ts'
import { findOptedOut } from '../contacts/audience/opt-out.ts'
import { findRecipients, type Recipient } from '../contacts/audience/recipients.ts'
import type { QueuedMessage } from '../messages/sending/claim.ts'
import { openContent } from '../messages/singles/content.ts'
import { providerMediaId } from './header-media.ts'

/** A message with everything that the provider call needs. */
export interface Draft extends Pick<QueuedMessage, 'id' | 'campaignId' | 'retryCount' | 'dueAt'> {
  /** Digits only. */
  mobile: string
  content: OutgoingMessage['content']
  /** The operation that launched its campaign. */
  traceparent?: string | null
}

interface Drafts {
  ready: Draft[]
  /** Messages that cannot be sent. They are refunded. */
  failed: { id: string; errorCode: string }[]
}

type DraftDeps = Pick<Deps, 'db' | 'files' | 'keyring' | 'blindIndex' | 'provider'>
type MediaLookup = (campaignId: string) => { id: string } | undefined | { errorCode: string }

/** Uses the contacts as they are now: a contact that was deleted, opted out or lacks a value gets no message. */
export async function draftMessages(
  deps: DraftDeps,
  vendorId: VendorId,
  messages: readonly QueuedMessage[],
  now: Date,
): Promise<Drafts> {
  const idsOf = (key: 'campaignId' | 'contactId') => [
    ...new Set(messages.filter(({ contentCipher }) => contentCipher === null).flatMap((message) => message[key] ?? [])),
  ]
  const singles = messages.filter(({ contentCipher }) => contentCipher !== null)
  const [contents, recipients, optedOut, cipher] = await Promise.all([
    readCampaignContents(deps.db, vendorId, idsOf('campaignId')),
    findRecipients(deps, vendorId, idsOf('contactId')),
    findOptedOut(
      deps,
      deps.db,
      vendorId,
      singles.map(({ mobileHash }) => mobileHash),
    ),
    deps.keyring.of(deps.db, vendorId),
  ])
  const media = await uploadHeaderMedia(deps, vendorId, contents, now)
  const drafts: Drafts = { ready: [], failed: [] }
  for (const message of messages) {
    const { id, campaignId, retryCount, dueAt, contentCipher } = message
    if (contentCipher && optedOut.has(message.mobileHash.toString('hex'))) {
      drafts.failed.push({ id, ...failed('OPTED_OUT') })
      continue
    }
    if (contentCipher) {
      const { to, content } = openContent(cipher, contentCipher)
      drafts.ready.push({ id, campaignId, retryCount, dueAt, mobile: to.slice(1), content })
      continue
    }
    const isSame = deps.blindIndex.isSame
    const written = renderDraft(message, contents.get(campaignId ?? ''), recipients, isSame, (campaign) =>
      media.get(campaign),
    )
    if ('errorCode' in written) drafts.failed.push({ id, errorCode: written.errorCode })
    else {
      const { traceparent = null } = contents.get(campaignId ?? '') ?? {}
      drafts.ready.push({ id, campaignId, retryCount, dueAt, traceparent, ...written })
    }
  }
  return drafts
}

function renderDraft(
  { campaignId, contactId, mobileHash }: QueuedMessage,
  campaign: CampaignContent | undefined,
  recipients: ReadonlyMap<string, Recipient>,
  isSame: BlindIndex['isSame'],
  mediaFor: MediaLookup,
): Pick<Draft, 'mobile' | 'content'> | { errorCode: string } {
  const recipient = recipients.get(contactId ?? '')
  // A contact with a new number is not the recipient for whom the campaign was priced.
  if (!recipient || !isSame(recipient.mobileHash, mobileHash) || !campaign) return failed('CONTACT_DELETED')
  if (recipient.isOptedOut) return failed('OPTED_OUT')
  const values = valuesFor(campaign.variables, recipient.profile)
  if (!values) return failed('VARIABLE_MISSING')
  const media = mediaFor(campaignId ?? '')
  if (media && 'errorCode' in media) return media
  const format = headerOf(campaign)?.format.toLowerCase()
  const components = sendComponents(
    campaign,
    (variable) => values.get(variable) ?? '',
    media && format !== undefined ? { [format]: { id: media.id } } : undefined,
  )
  const { providerName: name, language } = campaign
  return { mobile: recipient.profile.mobile, content: { type: 'template', name, language, components } }
}

const failed = (errorCode: PlatformErrorCode) => ({ errorCode })

/**
 * Uploads the header file of each campaign that has one. When the provider refuses the file, the messages of the
 * campaign fail. Any other refusal is thrown, and no message fails.
 */
async function uploadHeaderMedia(
  deps: DraftDeps,
  vendorId: VendorId,
  contents: ReadonlyMap<string, CampaignContent>,
  now: Date,
) {
  const media = new Map<string, { id: string } | { errorCode: string }>()
  for (const [campaignId, { mediaId }] of contents) {
    if (mediaId === null) continue
    try {
      const id = await providerMediaId(deps, vendorId, mediaId, now)
      media.set(campaignId, id === undefined ? failed('MEDIA_MISSING') : { id })
    } catch (error) {
      if (!(error instanceof ProviderRefused) || providerError(error.code).action !== 'FAIL') throw error
      media.set(campaignId, { errorCode: String(error.code) })
    }
  }
  return media
}
