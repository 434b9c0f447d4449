import { pageAfter } from '../../../platform/http/pagination.ts'
import { listRecipientCounts, readCampaign } from '../../campaigns/reports/read-campaign.ts'
import { reportLines } from '../../campaigns/reports/report.ts'
import { conversationRecords } from '../../conversations/export.ts'
import { listTemplates } from '../../templates/read.ts'
import type { ZipEntry } from '../zip.ts'
import { csvOf, jsonLinesOf } from './formats.ts'
import { type ExportSource, snapshotDeps } from './source.ts'

const PER_PAGE = 200

/** All campaigns, newest first. Their texts and counts are read later, one at a time. */
export async function listAllCampaigns({ snapshot, vendorId }: ExportSource) {
  const campaigns: Awaited<ReturnType<typeof listRecipientCounts>> = []
  for (;;) {
    const next = await listRecipientCounts(snapshot, vendorId, pageAfter(campaigns.at(-1)?.id, PER_PAGE))
    campaigns.push(...next)
    if (next.length < PER_PAGE) return campaigns
  }
}

export function campaignFiles(source: ExportSource, campaigns: readonly { id: string }[]): ZipEntry[] {
  const { vendorId } = source
  const deps = snapshotDeps(source)
  const details = async function* () {
    for (const { id } of campaigns) yield [await readCampaign(deps, vendorId, id)]
  }
  return [
    { name: 'templates.jsonl', read: () => jsonLinesOf(allTemplates(source)) },
    { name: 'campaigns.jsonl', read: () => jsonLinesOf(details()) },
    {
      name: 'campaigns.csv',
      read: () =>
        csvOf(details(), {
          id: ({ id }) => id,
          name: ({ name }) => name,
          status: ({ status }) => status,
          templateName: ({ templateName }) => templateName,
          language: ({ language }) => language,
          category: ({ category }) => category,
          recipients: ({ recipients }) => recipients,
          delivered: ({ counts }) => counts.DELIVERED,
          read: ({ readCount }) => readCount,
          failed: ({ counts }) => counts.FAILED,
          currency: ({ currency }) => currency,
          chargedMinorUnit: ({ cost }) => cost.capturedMinorUnit,
          launchedAt: ({ launchedAt }) => launchedAt,
          endedAt: ({ endedAt }) => endedAt,
        }),
    },
    ...campaigns.map(({ id }) => ({
      name: `messages/campaign-${id}.csv`,
      read: () => reportLines(deps, vendorId, id),
    })),
    {
      name: 'messages/conversations.csv',
      read: () =>
        csvOf(conversationRecords(deps, vendorId), {
          id: ({ id }) => id,
          contactId: ({ contactId }) => contactId,
          kind: ({ kind }) => kind,
          type: ({ type }) => type,
          text: ({ text }) => text,
          status: ({ status }) => status,
          errorCode: ({ errorCode }) => errorCode,
          at: ({ at }) => at,
          deliveredAt: ({ deliveredAt }) => deliveredAt,
          readAt: ({ readAt }) => readAt,
        }),
    },
  ]
}

async function* allTemplates({ snapshot, vendorId }: ExportSource) {
  for (let after: string | undefined; ; ) {
    const page = pageAfter(after, PER_PAGE)
    const { templates } = await listTemplates(snapshot, vendorId, { status: undefined }, page)
    yield templates
    if (templates.length < PER_PAGE) return
    after = templates.at(-1)?.id
  }
}
