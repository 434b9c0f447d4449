import type { VendorId } from '../../domain/ids.ts'
import { valuesFor } from '../../domain/messaging/campaign-variables.ts'
import type { OwnErrorCode } from '../../domain/messaging/failure-reason.ts'
import { providerError } from '../../domain/messaging/provider-errors.ts'
import { sendComponents } from '../../domain/template/parameters.ts'
import { headerOf } from '../../domain/template/template.ts'
import type { Deps } from '../../platform/deps.ts'
import { type OutgoingMessage, ProviderRefused } from '../../ports/messaging-provider.ts'
import { type CampaignContent, contentsOf } from '../campaigns/dispatch.ts'
import { findOptedOut } from '../contacts/audience/opt-out.ts'
import { findRecipients, type Recipient } from '../contacts/audience/recipients.ts'
import type { QueuedMessage } from '../messages/sending/claim.ts'
import { openContent } from '../messages/singles/content.ts'
import { headerMedia } from './header-media.ts'

/** A message with everything that its call needs. */
export interface Draft extends Pick<QueuedMessage, 'id' | 'campaignId' | 'retryCount' | 'dueAt'> {
  /** Digits only. */
  mobile: string
  content: OutgoingMessage['content']
}

export interface Drafts {
  ready: Draft[]
  /** What can never be sent as it is now: its money goes back. */
  failed: { id: string; errorCode: string }[]
}

type DraftDeps = Pick<Deps, 'db' | 'files' | 'keyring' | 'blindIndex' | 'provider'>
type MediaOf = (campaignId: string) => { id: string } | undefined | { errorCode: string }

/** Looks at contacts as they are now: who was deleted, wants no more or lacks a value since the launch gets nothing. */
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
    contentsOf(deps.db, vendorId, idsOf('campaignId')),
    findRecipients(deps, vendorId, idsOf('contactId')),
    findOptedOut(
      deps.db,
      vendorId,
      singles.map(({ mobileHash }) => mobileHash),
    ),
    deps.keyring.of(deps.db, vendorId),
  ])
  const media = await mediaOf(deps, vendorId, contents, now)
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
    const written = write(message, contents.get(campaignId ?? ''), recipients, (campaign) => media.get(campaign))
    if ('errorCode' in written) drafts.failed.push({ id, errorCode: written.errorCode })
    else drafts.ready.push({ id, campaignId, retryCount, dueAt, ...written })
  }
  return drafts
}

function write(
  { campaignId, contactId, mobileHash }: QueuedMessage,
  campaign: CampaignContent | undefined,
  recipients: ReadonlyMap<string, Recipient>,
  mediaFor: MediaOf,
): Pick<Draft, 'mobile' | 'content'> | { errorCode: string } {
  const recipient = recipients.get(contactId ?? '')
  // A contact whose number is another one now is not whom the campaign was priced for.
  if (!recipient?.mobileHash.equals(mobileHash) || !campaign) return failed('CONTACT_DELETED')
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

const failed = (errorCode: OwnErrorCode) => ({ errorCode })

/**
 * Of each campaign with a file in its header. A file that the provider refuses will be refused every time; a refusal
 * that is not about the file is thrown, and none of the messages has failed.
 */
async function mediaOf(deps: DraftDeps, vendorId: VendorId, contents: ReadonlyMap<string, CampaignContent>, now: Date) {
  const media = new Map<string, { id: string } | { errorCode: string }>()
  for (const [campaignId, { mediaId }] of contents) {
    if (mediaId === null) continue
    try {
      const id = await headerMedia(deps, vendorId, mediaId, now)
      media.set(campaignId, id === undefined ? failed('MEDIA_MISSING') : { id })
    } catch (error) {
      if (!(error instanceof ProviderRefused) || providerError(error.code).action !== 'FAIL') throw error
      media.set(campaignId, { errorCode: String(error.code) })
    }
  }
  return media
}
