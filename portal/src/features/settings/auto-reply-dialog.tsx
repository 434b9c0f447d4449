import { KEYWORD_CHARS_MAX, MESSAGE_TEXT_CHARS_MAX } from '@harkara/server/domain/limits'
import { normalizeWords } from '@harkara/server/domain/messaging/inbound/keywords'
import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { api } from '../../api/api.ts'
import { isProblem } from '../../api/problem.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { t } from '../../format/translate.ts'
import { AUTO_REPLY_QUERIES, type AutoReply } from './auto-reply.ts'

interface RuleValues extends Record<string, unknown> {
  keyword: string
  reply: string
}

/** Creates or edits an auto-reply. */
export function AutoReplyDialog({ rule, onClose }: { rule: AutoReply | undefined; onClose: () => void }) {
  const form = useForm<RuleValues>({
    initialValues: { keyword: rule?.keyword ?? '', reply: rule?.reply ?? '' },
    validate: {
      keyword: (keyword) => (normalizeWords(keyword) ? null : t('Enter a keyword with at least one letter or digit.')),
      reply: (reply) => (reply.trim() ? null : t('Enter a reply.')),
    },
  })
  const save = useApiMutation(
    (values: RuleValues) =>
      rule ? api.patch<AutoReply>(`/auto-replies/${rule.id}`, values) : api.post<AutoReply>('/auto-replies', values),
    {
      invalidates: AUTO_REPLY_QUERIES,
      onSuccess: ({ keyword }) => {
        notifications.show({ message: t('Auto-reply to “{keyword}” saved.', { keyword }) })
        onClose()
      },
    },
  )
  const { submit, isBusy, error, dropDraft } = useSubmit(
    form,
    async (values) => {
      try {
        await save.mutateAsync(values)
      } catch (failure) {
        if (!isProblem(failure, 'ALREADY_EXISTS')) throw failure
        form.setFieldError(
          'keyword',
          t('An auto-reply with this keyword already exists. Edit it, or use another keyword.'),
        )
      }
    },
    { draft: `auto-reply-${rule?.id ?? 'new'}` },
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={rule ? t('Edit auto-reply') : t('Add auto-reply')}
      centered
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('Keyword')}
            description={t('One or more whole words, matched anywhere in a message. Case and punctuation are ignored.')}
            placeholder="price"
            autoComplete="off"
            maxLength={KEYWORD_CHARS_MAX}
            data-autofocus
            {...form.getInputProps('keyword')}
          />
          <Textarea
            label={t('Reply')}
            placeholder={t('Our price list: https://example.com/prices')}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={MESSAGE_TEXT_CHARS_MAX}
            {...form.getInputProps('reply')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button
              variant="default"
              onClick={() => {
                dropDraft()
                onClose()
              }}
            >
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {rule ? t('Save auto-reply') : t('Add auto-reply')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
