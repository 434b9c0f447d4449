import type { LaunchView } from '@harkara/server/campaigns/launch/launch-schema'
import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { serverNow } from '../../../api/page-settings.ts'
import { isInternalError, isProblem } from '../../../api/problem.ts'
import { useUser } from '../../../api/session.ts'
import type { Out } from '../../../api/types.ts'
import { randomKey } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { useFormat, useLocale } from '../../../components/values/locale-context.tsx'
import { formatMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { CAMPAIGN_QUERIES } from '../queries.ts'
import { scheduleProblem } from '../schedule.ts'
import { discardDraft } from './draft.ts'
import type { Preview, useLaunchBody } from './preview.ts'
import { StepButton } from './step-button.tsx'
import type { Wizard } from './use-wizard.ts'

interface LaunchProps {
  wizard: Wizard
  preview: Preview
  body: ReturnType<typeof useLaunchBody>
  /** The response to an earlier attempt was lost, so the campaign may already be launched and its cost on hold. */
  isRetry: boolean
  /** The preview and the price match the current draft. */
  isPriceFixed: boolean
}

/** The launch button, labelled with recipients and price. */
export function LaunchBar({ wizard, preview, body, isRetry, isPriceFixed }: LaunchProps) {
  const format = useFormat()
  const { timeZone } = useLocale()
  const [isAsking, setAsking] = useState(false)
  const launch = useLaunch(wizard, body)
  const { sendAt } = wizard.draft
  const recipientsText = t('{count, plural, one {# recipient} other {# recipients}}', { count: preview.recipients })
  const price = preview.totalMinorUnit === null ? undefined : formatMoney(preview.totalMinorUnit, preview.currency)
  const isReady =
    isPriceFixed &&
    (preview.problems.length === 0 || isRetry) &&
    price !== undefined &&
    (sendAt === undefined || !scheduleProblem(sendAt, timeZone, serverNow()))
  const label =
    price === undefined
      ? t('Send campaign')
      : sendAt === undefined
        ? t('Send to {recipientsText} for {price}', { recipientsText, price })
        : t('Schedule for {recipientsText}, about {price}', { recipientsText, price })
  return (
    <Group gap="sm">
      <Button size="md" disabled={!isReady} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <StepButton to="details" variant="default" size="md">
        {t('Back to details')}
      </StepButton>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => {
          setAsking(false)
          launch.reset()
        }}
        title={sendAt === undefined ? t('Send campaign now?') : t('Schedule campaign?')}
        confirm={label}
        isBusy={launch.isPending || launch.isSuccess}
        isDisabled={!isReady}
        error={launch.error}
        onConfirm={() => launch.mutate()}
      >
        {body.scheduledAt
          ? t(
              'The campaign starts on {scheduledAt} with the contacts and prices of that time. Nothing is charged now, and you can edit or cancel the campaign until then.',
              { scheduledAt: format.instant(body.scheduledAt) },
            )
          : t(
              'Messages are sent immediately and cannot be recalled. {price} is put on hold: delivered messages are charged to it, and the cost of failed messages is returned.',
              { price },
            )}
      </ConfirmDialog>
    </Group>
  )
}

function useLaunch({ draft, change, template }: Wizard, body: object) {
  const { id: userId } = useUser()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => {
      const written = JSON.stringify(body)
      const key = draft.launch?.body === written ? draft.launch.key : randomKey()
      // Stored before sending, so that a retry after a lost response or a reload uses the same key.
      change({ launch: { body: written, key } })
      return api.post<Out<typeof LaunchView>>('/campaigns/launch', body, key)
    },
    onSuccess: async ({ campaignId, status, recipients }) => {
      discardDraft(userId)
      notifications.show({
        message:
          status === 'SCHEDULED'
            ? t('{name} scheduled.', { name: draft.name || template?.name })
            : t('Sending to {recipients, plural, one {# recipient} other {# recipients}}. You can leave this page.', {
                recipients,
              }),
      })
      await navigate({ to: '/campaigns/$id', params: { id: campaignId } })
      for (const queryKey of CAMPAIGN_QUERIES) void queryClient.invalidateQueries({ queryKey })
    },
    onError: (error) => {
      if (isProblem(error) && !isInternalError(error)) change({ launch: undefined })
      // The list changed in the meantime, so the user has to confirm a new price.
      if (isProblem(error, 'QUOTATION_STALE', 'QUOTATION_EXPIRED', 'QUOTATION_MISMATCH'))
        change({ quotation: undefined })
      void queryClient.invalidateQueries({ queryKey: ['campaigns', 'preview'] })
    },
  })
}
