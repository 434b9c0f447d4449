import { SUPPORT_MESSAGE_CHARS_MAX } from '@harkara/server/domain/limits'
import { Anchor, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { api } from '../../api/api.ts'
import { pageSettings } from '../../api/page-settings.ts'
import { useSession } from '../../api/session.ts'
import { notificationArea } from '../../api/state/notification-area.ts'
import { support } from '../../api/state/support.ts'
import { randomKey } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { rich } from '../../components/values/rich.ts'
import { t } from '../../format/translate.ts'

/** A message to support. The id of a failed request is attached, so that support can look it up. */
export function SupportForm({ requestId }: { requestId: string }) {
  const session = useSession()
  const close = () => support.set(undefined)
  const isVendor = (session.state === 'signed-in' || session.state === 'expired') && session.vendor !== null
  return (
    <Modal
      opened
      onClose={close}
      title={t('Contact support')}
      centered
      zIndex={700}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {isVendor ? <Form requestId={requestId} onSent={close} /> : <ByMail requestId={requestId} />}
    </Modal>
  )
}

function Form({ requestId, onSent }: { requestId: string; onSent: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { subject: '', message: '' },
    validate: {
      subject: (subject) => (subject.trim() ? null : t('Enter a subject.')),
      message: (message) => (message.trim() ? null : t('Describe what happened or what you need.')),
    },
  })
  const { submit, isBusy, error } = useSubmit(
    form,
    async (values) => {
      await api.post('/support', { ...values, ...(requestId && { requestId }) }, randomKey())
      notificationArea.set(true)
      notifications.show({ message: t('Message sent. We reply by email.') })
      onSent()
    },
    { draft: 'support' },
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput label={t('Subject')} data-autofocus {...form.getInputProps('subject')} key={form.key('subject')} />
        <Textarea
          label={t('Message')}
          autosize
          minRows={5}
          maxLength={SUPPORT_MESSAGE_CHARS_MAX}
          {...form.getInputProps('message')}
          key={form.key('message')}
        />
        {requestId && (
          <Text size="xs" c="dimmed">
            {t('The ID of the failed request is included: {requestId}', { requestId })}
          </Text>
        )}
        {error ? <ErrorState error={error} /> : null}
        <Group justify="space-between">
          <Anchor href={`mailto:${pageSettings.supportEmail}`} size="sm">
            {pageSettings.supportEmail}
          </Anchor>
          <Button type="submit" loading={isBusy}>
            {t('Send message')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const ByMail = ({ requestId }: { requestId: string }) => (
  <Text size="sm">
    {rich('Email {anchor}', {
      anchor: <Anchor href={`mailto:${pageSettings.supportEmail}`}>{pageSettings.supportEmail}</Anchor>,
    })}
    {requestId ? ` ${t('and include the request ID {requestId}.', { requestId })}` : '.'}
  </Text>
)
