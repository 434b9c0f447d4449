import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { serverNow } from '../../../api/page-settings.ts'
import { isProblem } from '../../../api/problem.ts'
import { useUser } from '../../../api/session.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { formatMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { MissingPrices, missingPricesIn } from '../missing-prices.tsx'
import { CAMPAIGN_QUERIES, type Campaign, campaignQuery, hasEnded, isEditable } from '../queries.ts'
import { draftFrom, saveDraft } from '../wizard/draft.ts'
import { InsufficientBalance } from '../wizard/launch-problems.tsx'
import { EditCampaign } from './edit-campaign.tsx'

type Act = 'pause' | 'resume' | 'cancel'

/** The actions available in the campaign's status. Each dialog explains the effect on the wallet. */
export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const [asked, setAsked] = useState<Act | 'edit'>()
  const close = () => setAsked(undefined)
  const { status } = campaign
  return (
    <Group gap="sm">
      {status === 'RUNNING' && <Button onClick={() => setAsked('pause')}>{t('Pause campaign')}</Button>}
      {status === 'PAUSED' && <Button onClick={() => setAsked('resume')}>{t('Resume campaign')}</Button>}
      {isEditable(campaign) && (
        <Button variant={status === 'PAUSED' ? 'default' : 'filled'} onClick={() => setAsked('edit')}>
          {t('Edit campaign')}
        </Button>
      )}
      {!hasEnded(campaign) && (
        <Button variant="default" onClick={() => setAsked('cancel')}>
          {t('Cancel campaign')}
        </Button>
      )}
      <Duplicate campaign={campaign} />
      {asked === 'edit' && <EditCampaign campaign={campaign} onClose={close} />}
      {asked !== undefined && asked !== 'edit' && (
        <ActDialog key={asked} act={asked} campaign={campaign} onClose={close} />
      )}
    </Group>
  )
}

function ActDialog({ act, campaign, onClose }: { act: Act; campaign: Campaign; onClose: () => void }) {
  const queryClient = useQueryClient()
  const texts = useDialogTexts(campaign)[act]
  const write = useApiMutation(
    ({ excludeCountries }: { excludeCountries?: string[] }, key) =>
      api.post<Campaign>(`/campaigns/${campaign.id}/${act}`, excludeCountries && { excludeCountries }, key),
    {
      invalidates: CAMPAIGN_QUERIES,
      onSuccess: (changed) => {
        queryClient.setQueryData(campaignQuery(campaign.id).queryKey, (before) => ({ ...before, ...changed }))
        onClose()
      },
    },
  )
  const unpriced = missingPricesIn(write.error)
  const exclude = () =>
    write.mutate({
      excludeCountries: [
        ...(write.variables?.excludeCountries ?? []),
        ...unpriced.map(({ countryCode }) => countryCode),
      ],
    })
  const shortfall = isProblem(write.error, 'INSUFFICIENT_BALANCE')
    ? write.error.members['shortfallMinorUnit']
    : undefined
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={texts.title}
      confirm={texts.confirm}
      isDangerous={act === 'cancel'}
      dismiss={act === 'cancel' ? t('Keep campaign') : undefined}
      isBusy={write.isPending}
      isDisabled={unpriced.length > 0}
      error={shortfall === undefined && unpriced.length === 0 ? write.error : undefined}
      onConfirm={() => write.mutate({})}
    >
      {texts.about}
      {unpriced.length > 0 && (
        <MissingPrices
          countries={unpriced}
          onExclude={exclude}
          next={campaign.launchedAt || isEarly(campaign) ? 'resume' : 'start'}
          isBusy={write.isPending}
        />
      )}
      {shortfall !== undefined && (
        <InsufficientBalance
          shortfallMinorUnit={Number(shortfall)}
          currency={campaign.currency}
          next={`/campaigns/${campaign.id}`}
        />
      )}
    </ConfirmDialog>
  )
}

/** Its time has not come, so that resuming it schedules it again. */
const isEarly = ({ scheduledAt }: Campaign) => scheduledAt !== null && new Date(scheduledAt) > serverNow()

function useDialogTexts(campaign: Campaign): Record<Act, { title: string; about: string; confirm: string }> {
  const format = useFormat()
  const { progress, cost, currency, launchedAt, pauseReason } = campaign
  const waiting = progress.total - progress.done
  const messages = t('{count, plural, one {# message} other {# messages}}', { count: waiting })
  const held = formatMoney(cost.heldMinorUnit, currency)
  return {
    pause: {
      title: t('Pause campaign?'),
      about: t(
        'Messages already being sent still go out. The others stay queued, and {held} stays on hold until you resume or cancel.',
        { held },
      ),
      confirm: t('Pause {messages}', { messages }),
    },
    resume: launchedAt
      ? {
          title: t('Resume campaign?'),
          about:
            pauseReason === 'CATEGORY_CHANGED'
              ? t(
                  'The queued messages are sent at the new price. The difference to the {held} on hold is taken from or returned to your balance.',
                  { held },
                )
              : t('The queued messages are sent immediately and paid from the {held} on hold.', { held }),
          confirm: t('Send {messages}', { messages }),
        }
      : isEarly(campaign)
        ? {
            title: t('Schedule campaign?'),
            about: t(
              'The campaign starts on {scheduledAt} with the contacts and prices of that time. Nothing is charged now, and you can edit or cancel the campaign until then.',
              { scheduledAt: format.instant(campaign.scheduledAt ?? '') },
            ),
            confirm: t('Schedule campaign'),
          }
        : {
            title: t('Start campaign now?'),
            about: t(
              'Recipients and prices are calculated now, and the cost is put on hold. Sent messages cannot be recalled.',
            ),
            confirm: t('Send to about {recipients, plural, one {# recipient} other {# recipients}}', {
              recipients: campaign.recipients,
            }),
          },
    cancel: launchedAt
      ? {
          title: t('Cancel campaign?'),
          about: t(
            '{messages} will not be sent, and their cost is returned to your balance. Messages already sent are charged as usual. This cannot be undone.',
            { messages },
          ),
          confirm: t('Cancel {messages}', { messages }),
        }
      : {
          title: t('Cancel campaign?'),
          about: t('The campaign will not be sent, and nothing is charged. This cannot be undone.'),
          confirm: t('Cancel campaign'),
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
        saveDraft(id, draftFrom(campaign))
        void navigate({ to: '/campaigns/new/$step', params: { step: 'check' } })
      }}
    >
      {t('Duplicate campaign')}
    </Button>
  )
}
