import { Button, Paper, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { CONTACT_QUERIES, type Contact } from '../queries.ts'
import { consentText } from './consent.ts'

type Reason = NonNullable<Contact['optOutReason']>

const REASONS: Record<Reason, string> = {
  STOP: 'They replied STOP',
  MANUAL: 'Recorded by your team',
  PROVIDER: 'WhatsApp rejected a message because they do not accept any',
  PREFERENCE: 'They turned off marketing messages in WhatsApp',
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
    <Paper withBorder p="md" component="section" aria-label="Messages">
      <Title order={2} size="h4" mb={4}>
        Messages
      </Title>
      {optedOutAt ? <StatusDot tone="error">Opted out</StatusDot> : <StatusDot tone="success">Active</StatusDot>}
      <Text size="sm" c="dimmed" my="sm">
        {optedOutAt && optOutReason ? (
          <>
            {REASONS[optOutReason]}, <RelativeTime at={optedOutAt} />. Campaigns skip this contact.
            {isTheirs && ' Only they can change this, in WhatsApp.'}
          </>
        ) : (
          'Opt this contact out if they ask you not to send any more messages.'
        )}
      </Text>
      {consent && (
        <Text size="sm" mb="sm">
          Marketing consent in the imported file: {consent}
        </Text>
      )}
      {!isTheirs && (
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          {optedOutAt ? 'Opt back in' : 'Opt out'}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking && !optedOutAt}
        onClose={close}
        title="Opt out contact?"
        confirm="Opt out contact"
        isDangerous
        isBusy={out.isPending}
        error={out.error}
        onConfirm={() => out.mutate(undefined)}
      >
        No messages are sent to this phone number any more, even if the contact is deleted or imported again. You can
        opt them back in when they ask for it.
      </ConfirmDialog>
      <ConfirmDialog
        opened={isAsking && optedOutAt !== null}
        onClose={close}
        title="Opt contact back in?"
        confirm="Opt back in"
        isBusy={back.isPending}
        error={back.error}
        onConfirm={() => back.mutate(undefined)}
      >
        Do this only if the contact has asked for it. Unwanted messages are reported, and you can lose your number.
      </ConfirmDialog>
    </Paper>
  )
}
