import { Button, Paper, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { When } from '../../components/when.tsx'
import { CONTACT_CHANGES, type Contact } from './queries.ts'

type Reason = NonNullable<Contact['optOutReason']>

const REASONS: Record<Reason, string> = {
  STOP: 'They replied STOP',
  MANUAL: 'Somebody of your company noted it',
  PROVIDER: 'WhatsApp refused a message because they do not want any',
  PREFERENCE: 'They turned marketing messages off in WhatsApp',
}
/** What the person turned off at the provider only the person turns on. */
const THEIRS: readonly Reason[] = ['PROVIDER', 'PREFERENCE']

/** Whether this person may be written to, why not, and how that changes. */
export function OptOut({ contact }: { contact: Contact }) {
  const [isAsking, setAsking] = useState(false)
  const { id, optedOutAt, optOutReason } = contact
  const close = () => setAsking(false)
  const out = useWrite(() => api.post(`/contacts/${id}/opt-out`), { changes: CONTACT_CHANGES, onDone: close })
  const back = useWrite(() => api.delete(`/contacts/${id}/opt-out`), { changes: CONTACT_CHANGES, onDone: close })
  const isTheirs = optOutReason !== null && THEIRS.includes(optOutReason)
  return (
    <Paper withBorder p="md" component="section" aria-label="Messages to this person">
      <Title order={2} size="h4" mb={4}>
        Messages
      </Title>
      {optedOutAt ? (
        <StatusDot tone="wrong">Opted out</StatusDot>
      ) : (
        <StatusDot tone="good">May be written to</StatusDot>
      )}
      <Text size="sm" c="dimmed" my="sm">
        {optedOutAt && optOutReason ? (
          <>
            {REASONS[optOutReason]}, <When at={optedOutAt} />. Campaigns leave them out.
            {isTheirs && ' Only they can change that, in WhatsApp.'}
          </>
        ) : (
          'When they tell you, by phone or in the shop, that they want no more messages, note it here.'
        )}
      </Text>
      {!isTheirs && (
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          {optedOutAt ? 'Write to them again' : 'Opt out'}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking && !optedOutAt}
        onClose={close}
        title="Write to them no more"
        confirm="Opt this person out"
        isDangerous
        isBusy={out.isPending}
        error={out.error}
        onConfirm={() => out.mutate(undefined)}
      >
        No campaign and no message of yours reaches this number any more, even if the contact is deleted or imported
        again. You can take it back when they ask for it.
      </ConfirmDialog>
      <ConfirmDialog
        opened={isAsking && optedOutAt !== null}
        onClose={close}
        title="Write to them again"
        confirm="They asked for it: opt back in"
        isBusy={back.isPending}
        error={back.error}
        onConfirm={() => back.mutate(undefined)}
      >
        Only when the person has asked for it. People who get what they declined report it, and that can cost you your
        number.
      </ConfirmDialog>
    </Paper>
  )
}
