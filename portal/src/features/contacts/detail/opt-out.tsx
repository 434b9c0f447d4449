import { Button, Paper, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { rich } from '../../../components/values/rich.ts'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import { CONTACT_QUERIES, type Contact } from '../queries.ts'
import { consentText } from './consent.ts'

type Reason = NonNullable<Contact['optOutReason']>

const REASONS: Record<Reason, string> = {
  STOP: t('They replied STOP'),
  MANUAL: t('Recorded by your team'),
  PROVIDER: t('WhatsApp reported that they do not accept messages'),
  PREFERENCE: t('They turned off marketing messages in WhatsApp'),
}
/** Opt-outs made in WhatsApp, which only the contact can reverse. */
const THEIRS: readonly Reason[] = ['PROVIDER', 'PREFERENCE']

/** The opt-out status of a contact, its reason, and the action to change it. */
export function OptOut({ contact }: { contact: Contact }) {
  const [isAsking, setAsking] = useState(false)
  const { id, optedOutAt, optOutReason } = contact
  const close = () => setAsking(false)
  const out = useApiMutation(() => api.post(`/contacts/${id}/opt-out`), {
    invalidates: CONTACT_QUERIES,
    onSuccess: close,
  })
  const back = useApiMutation(() => api.delete(`/contacts/${id}/opt-out`), {
    invalidates: CONTACT_QUERIES,
    onSuccess: close,
  })
  const consent = consentText(contact.consent)
  const isTheirs = optOutReason !== null && THEIRS.includes(optOutReason)
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Messages')}>
      <Title order={2} size="h4" mb={4}>
        {t('Messages')}
      </Title>
      {optedOutAt ? (
        <StatusDot tone="error">{t('Opted out')}</StatusDot>
      ) : (
        <StatusDot tone="success">{t('Active')}</StatusDot>
      )}
      <Text size="sm" c="dimmed" my="sm">
        {optedOutAt && optOutReason ? (
          <>
            {rich('{optOutReason}, {time}. Campaigns skip this contact.', {
              optOutReason: REASONS[optOutReason],
              time: <RelativeTime at={optedOutAt} />,
            })}
            {isTheirs && ` ${t('Only they can change this, in WhatsApp.')}`}
          </>
        ) : (
          t('Opt this contact out if they ask you not to send any more messages.')
        )}
      </Text>
      {consent && (
        <Text size="sm" mb="sm">
          {t('Marketing consent in the imported file: {consent}', { consent })}
        </Text>
      )}
      {!isTheirs && (
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          {optedOutAt ? t('Opt back in') : t('Opt out')}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking && !optedOutAt}
        onClose={close}
        title={t('Opt out contact?')}
        confirm={t('Opt out contact')}
        isDangerous
        isBusy={out.isPending}
        error={out.error}
        onConfirm={() => out.mutate(undefined)}
      >
        {t(
          'No messages are sent to this phone number any more, even if the contact is deleted or imported again. You can opt them back in when they ask for it.',
        )}
      </ConfirmDialog>
      <ConfirmDialog
        opened={isAsking && optedOutAt !== null}
        onClose={close}
        title={t('Opt contact back in?')}
        confirm={t('Opt back in')}
        isBusy={back.isPending}
        error={back.error}
        onConfirm={() => back.mutate(undefined)}
      >
        {t(
          'Do this only if the contact has asked for it. Unwanted messages are reported, and you can lose your number.',
        )}
      </ConfirmDialog>
    </Paper>
  )
}
