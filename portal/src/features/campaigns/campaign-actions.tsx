import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { isProblem } from '../../api/problem.ts'
import { useUser } from '../../api/session.ts'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useFormat } from '../../components/place-context.tsx'
import { formatMoney } from '../../format/money.ts'
import { draftLike, keepDraft } from './draft.ts'
import { EditScheduled } from './edit-scheduled.tsx'
import { TooLittle } from './problems.tsx'
import { CAMPAIGN_CHANGES, type Campaign, campaignQuery, hasEnded } from './queries.ts'
import { Unpriced, unpricedIn } from './unpriced.tsx'

type Act = 'pause' | 'resume' | 'cancel'

/** What one can do to it now, each with what it does to the money. */
export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const [asked, setAsked] = useState<Act | 'edit'>()
  const close = () => setAsked(undefined)
  const { status } = campaign
  return (
    <Group gap="sm">
      {status === 'SCHEDULED' && <Button onClick={() => setAsked('edit')}>Change name, time or words</Button>}
      {status === 'RUNNING' && <Button onClick={() => setAsked('pause')}>Pause</Button>}
      {status === 'PAUSED' && <Button onClick={() => setAsked('resume')}>Resume</Button>}
      {!hasEnded(campaign) && (
        <Button variant="default" onClick={() => setAsked('cancel')}>
          Cancel the campaign
        </Button>
      )}
      <Duplicate campaign={campaign} />
      {asked === 'edit' && <EditScheduled campaign={campaign} onClose={close} />}
      {asked !== undefined && asked !== 'edit' && (
        <ActDialog key={asked} act={asked} campaign={campaign} onClose={close} />
      )}
    </Group>
  )
}

function ActDialog({ act, campaign, onClose }: { act: Act; campaign: Campaign; onClose: () => void }) {
  const queryClient = useQueryClient()
  const words = useWords(campaign)[act]
  const write = useWrite(
    async ({ excludeCountries }: { excludeCountries?: string[] }, key) => {
      if (excludeCountries) await api.patch<Campaign>(`/campaigns/${campaign.id}`, { excludeCountries })
      return api.post<Campaign>(`/campaigns/${campaign.id}/${act}`, undefined, key)
    },
    {
      changes: CAMPAIGN_CHANGES,
      onDone: (changed) => {
        queryClient.setQueryData(campaignQuery(campaign.id).queryKey, changed)
        onClose()
      },
    },
  )
  const unpriced = campaign.launchedAt ? [] : unpricedIn(write.error)
  const leaveOut = () =>
    write.mutate({
      excludeCountries: [...campaign.excludeCountries, ...unpriced.map(({ countryCode }) => countryCode)],
    })
  const shortfall = isProblem(write.error, 'INSUFFICIENT_BALANCE')
    ? write.error.members['shortfallMinorUnit']
    : undefined
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={words.title}
      confirm={words.confirm}
      isDangerous={act === 'cancel'}
      isBusy={write.isPending}
      isUnsettled={unpriced.length > 0}
      error={shortfall === undefined && unpriced.length === 0 ? write.error : undefined}
      onConfirm={() => write.mutate({})}
    >
      {words.about}
      {unpriced.length > 0 && (
        <Unpriced countries={unpriced} onLeaveOut={leaveOut} next="start" isBusy={write.isPending} />
      )}
      {shortfall !== undefined && (
        <TooLittle
          shortfallMinorUnit={Number(shortfall)}
          currency={campaign.currency}
          next={`/campaigns/${campaign.id}`}
        />
      )}
    </ConfirmDialog>
  )
}

function useWords(campaign: Campaign): Record<Act, { title: string; about: string; confirm: string }> {
  const format = useFormat()
  const { progress, cost, currency, launchedAt, pauseReason } = campaign
  const waiting = progress.total - progress.done
  const messages = format.countOf(waiting, 'message')
  const held = formatMoney(cost.heldMinorUnit, currency)
  return {
    pause: {
      title: 'Pause it?',
      about: `Messages that are just leaving still go out, the others wait. The ${held} that is held for it stays held until you resume or cancel.`,
      confirm: `Pause ${messages}`,
    },
    resume: launchedAt
      ? {
          title: 'Resume it?',
          about:
            pauseReason === 'CATEGORY_CHANGED'
              ? `What waits is sent at the new price: the difference to the ${held} that is held is taken from your balance, or comes back to it.`
              : `What waits begins to leave at once and is paid from the ${held} that is held for it. Nothing more is taken.`,
          confirm: `Send the other ${messages}`,
        }
      : {
          title: 'Start it now?',
          about:
            'It is counted and priced as of now, and what it costs is held from your balance. What has left cannot be called back.',
          confirm: `Send to about ${format.countOf(campaign.recipients, 'person', 'people')}`,
        },
    cancel: launchedAt
      ? {
          title: 'Cancel it for good?',
          about: `${messages} will never be sent, and their money is back in your wallet at once. What has left is paid for as usual. This cannot be undone.`,
          confirm: `Cancel ${messages}`,
        }
      : {
          title: 'Cancel it for good?',
          about: 'It will not be sent. Nothing was taken for it, so nothing has to come back. This cannot be undone.',
          confirm: 'Cancel the campaign',
        },
  }
}

function Duplicate({ campaign }: { campaign: Campaign }) {
  const { id } = useUser()
  const navigate = useNavigate()
  return (
    <Button
      variant="default"
      onClick={() => {
        keepDraft(id, draftLike(campaign))
        void navigate({ to: '/campaigns/new/$step', params: { step: 'check' } })
      }}
    >
      Duplicate
    </Button>
  )
}
