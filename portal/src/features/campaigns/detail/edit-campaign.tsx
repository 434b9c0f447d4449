import { CAMPAIGN_NAME_CHARS_MAX } from '@harkara/server/domain/limits'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { serverNow } from '../../../api/page-settings.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { FormModal } from '../../../components/feedback/form-modal.tsx'
import { useLocale } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import { sampleContactsQuery } from '../message-preview.tsx'
import { CAMPAIGN_QUERIES, type Campaign, campaignQuery } from '../queries.ts'
import { instantOf, localTime, scheduleProblem } from '../schedule.ts'
import { VariableFields } from '../variable-fields.tsx'
import { mappingOf, rulesOf, unfilled } from '../variables.ts'
import { TimeInput } from '../wizard/send-time.tsx'

/** Edits the name, time and variables of a campaign before its launch. */
export function EditCampaign({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { timeZone } = useLocale()
  const queryClient = useQueryClient()
  const { data: contacts = [] } = useQuery(sampleContactsQuery(campaign.contactListId ?? undefined))
  const [name, setName] = useState(campaign.name)
  const [sendAt, setSendAt] = useState(localTime(new Date(campaign.scheduledAt ?? 0), timeZone))
  const [rules, setRules] = useState(rulesOf(campaign.variables))
  const names = Object.keys(campaign.variables)
  // Compared as they would be sent, so that an input that was changed back is not unsaved.
  const inputs = JSON.stringify([name.trim(), sendAt, mappingOf(names, rules)])
  const [before] = useState(inputs)
  const isDirty = inputs !== before
  const isWhole =
    name.trim() !== '' && !scheduleProblem(sendAt, timeZone, serverNow()) && unfilled(names, rules).length === 0
  const save = useApiMutation((body: object) => api.patch<Campaign>(`/campaigns/${campaign.id}`, body), {
    invalidates: CAMPAIGN_QUERIES,
    onSuccess: (changed) => {
      queryClient.setQueryData(campaignQuery(campaign.id).queryKey, (before) => ({ ...before, ...changed }))
      notifications.show({ message: t('Campaign saved.') })
      onClose()
    },
  })
  return (
    <FormModal title={t('Edit campaign')} size="lg" onClose={onClose} isUnsaved={isDirty && !save.isSuccess}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const scheduledAt = instantOf(sendAt, timeZone)?.toISOString()
          if (isWhole) save.mutate({ name: name.trim(), scheduledAt, variables: mappingOf(names, rules) })
        }}
      >
        <Stack gap="md">
          <TextInput
            label={t('Campaign name')}
            value={name}
            maxLength={CAMPAIGN_NAME_CHARS_MAX}
            onChange={(event) => setName(event.currentTarget.value)}
            error={name.trim() ? undefined : t('Enter a name.')}
          />
          <TimeInput value={sendAt} onChange={setSendAt} />
          <VariableFields names={names} rules={rules} onChange={setRules} contacts={contacts} lacking={[]} />
          {save.error ? <ErrorState error={save.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" disabled={!isWhole} loading={save.isPending}>
              {t('Save campaign')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
