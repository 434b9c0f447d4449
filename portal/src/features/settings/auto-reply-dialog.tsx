import { KEYWORD_CHARS_MAX, MESSAGE_TEXT_CHARS_MAX } from '@harkara/server/domain/limits'
import { normalizeWords } from '@harkara/server/domain/messaging/keywords'
import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { api } from '../../api/api.ts'
import { isProblem } from '../../api/problem.ts'
import { useWrite } from '../../api/use-write.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { useSubmit } from '../../components/use-submit.ts'
import { AUTO_REPLY_CHANGES, type AutoReply } from './auto-reply.ts'

interface RuleValues extends Record<string, unknown> {
  keyword: string
  reply: string
}

/** A new rule, or one that is there. */
export function AutoReplyDialog({ rule, onClose }: { rule: AutoReply | undefined; onClose: () => void }) {
  const form = useForm<RuleValues>({
    initialValues: { keyword: rule?.keyword ?? '', reply: rule?.reply ?? '' },
    validate: {
      keyword: (keyword) => (normalizeWords(keyword) ? null : 'Please write a word, with a letter or a digit in it.'),
      reply: (reply) => (reply.trim() ? null : 'Please write the answer.'),
    },
  })
  const save = useWrite(
    (values: RuleValues) =>
      rule ? api.patch<AutoReply>(`/auto-replies/${rule.id}`, values) : api.post<AutoReply>('/auto-replies', values),
    {
      changes: AUTO_REPLY_CHANGES,
      onDone: ({ keyword }) => {
        notifications.show({ message: `Whoever writes “${keyword}” gets this answer.` })
        onClose()
      },
    },
  )
  const { submit, isBusy, error } = useSubmit(form, async (values) => {
    try {
      await save.mutateAsync(values)
    } catch (failure) {
      if (!isProblem(failure, 'ALREADY_EXISTS')) throw failure
      form.setFieldError(
        'keyword',
        'There is an answer to this keyword already. Change that one, or take another word.',
      )
    }
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={rule ? 'Change an auto-reply' : 'Add an auto-reply'}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Keyword"
            description="One word or several. It counts as whole words anywhere in a message; capitals and signs do not matter."
            placeholder="price"
            autoComplete="off"
            maxLength={KEYWORD_CHARS_MAX}
            data-autofocus
            {...form.getInputProps('keyword')}
          />
          <Textarea
            label="Answer"
            placeholder="Our price list: https://example.com/prices"
            autosize
            minRows={3}
            maxRows={10}
            maxLength={MESSAGE_TEXT_CHARS_MAX}
            {...form.getInputProps('reply')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Go back
            </Button>
            <Button type="submit" loading={isBusy}>
              {rule ? 'Save the answer' : 'Add the answer'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
