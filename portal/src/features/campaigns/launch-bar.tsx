import type { LaunchView } from '@harkara/server/campaigns/launch/launch-schema'
import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { serverNow } from '../../api/page-settings.ts'
import { isOurFault, isProblem } from '../../api/problem.ts'
import { useUser } from '../../api/session.ts'
import type { Out } from '../../api/types.ts'
import { newKey } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useFormat, usePlace } from '../../components/place-context.tsx'
import { formatMoney } from '../../format/money.ts'
import { dropDraft } from './draft.ts'
import type { Preview, useLaunchBody } from './preview.ts'
import { CAMPAIGN_CHANGES } from './queries.ts'
import { scheduleProblem } from './schedule.ts'
import { StepButton } from './step-button.tsx'
import type { Wizard } from './use-wizard.ts'

interface LaunchProps {
  wizard: Wizard
  preview: Preview
  body: ReturnType<typeof useLaunchBody>
  /** The answer to a first try was lost: perhaps it is launched, and its money is what is missing now. */
  isTried: boolean
  /** Numbers and price are those of what is chosen. */
  isSettled: boolean
}

/** The one button that sends, with how many and how much on it. */
export function LaunchBar({ wizard, preview, body, isTried, isSettled }: LaunchProps) {
  const format = useFormat()
  const { timeZone } = usePlace()
  const [isAsking, setAsking] = useState(false)
  const launch = useLaunch(wizard, body)
  const { sendAt } = wizard.draft
  const people = format.countOf(preview.recipients, 'person', 'people')
  const price = preview.totalMinorUnit === null ? undefined : formatMoney(preview.totalMinorUnit, preview.currency)
  const isReady =
    isSettled &&
    (preview.problems.length === 0 || isTried) &&
    price !== undefined &&
    (sendAt === undefined || !scheduleProblem(sendAt, timeZone, serverNow()))
  const label =
    price === undefined
      ? 'Send'
      : sendAt === undefined
        ? `Send to ${people} for ${price}`
        : `Schedule it for ${people}, about ${price}`
  return (
    <Group gap="sm">
      <Button size="md" disabled={!isReady} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <StepButton to="details" variant="default" size="md">
        Back to the details
      </StepButton>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => {
          setAsking(false)
          launch.reset()
        }}
        title={sendAt === undefined ? 'Send it now?' : 'Schedule it?'}
        confirm={label}
        isBusy={launch.isPending || launch.isSuccess}
        isUnsettled={!isReady}
        error={launch.error}
        onConfirm={() => launch.mutate()}
      >
        {body.scheduledAt ? (
          <>
            It starts on {format.instant(body.scheduledAt)}, to whoever is on the list then, at the prices of then.
            Nothing is taken now, and until then you can change or cancel it.
          </>
        ) : (
          <>
            The messages begin to leave at once, and one that has left cannot be called back. {price} is held from your
            balance: what is delivered is paid from it, what fails comes back.
          </>
        )}
      </ConfirmDialog>
    </Group>
  )
}

function useLaunch({ draft, change, template }: Wizard, body: object) {
  const { id: userId } = useUser()
  const format = useFormat()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => {
      const written = JSON.stringify(body)
      const key = draft.launch?.body === written ? draft.launch.key : newKey()
      // Kept first: if the answer is lost and the page loaded anew, the same key finds the campaign that is there.
      change({ launch: { body: written, key } })
      return api.post<Out<typeof LaunchView>>('/campaigns/launch', body, key)
    },
    onSuccess: async ({ campaignId, status, recipients }) => {
      dropDraft(userId)
      notifications.show({
        message:
          status === 'SCHEDULED'
            ? `${draft.name || template?.name} waits for its time.`
            : `On its way to ${format.countOf(recipients, 'person', 'people')}. You may leave this page; it goes on by itself.`,
      })
      await navigate({ to: '/campaigns/$id', params: { id: campaignId } })
      for (const queryKey of CAMPAIGN_CHANGES) void queryClient.invalidateQueries({ queryKey })
    },
    onError: (error) => {
      if (isProblem(error) && !isOurFault(error)) change({ launch: undefined })
      // Somebody came to the list meanwhile: the page shows the new price, and it has to be agreed to again.
      if (isProblem(error, 'QUOTATION_STALE', 'QUOTATION_EXPIRED', 'QUOTATION_MISMATCH'))
        change({ quotation: undefined })
      void queryClient.invalidateQueries({ queryKey: ['campaigns', 'preview'] })
    },
  })
}
