import { TEXT_RULES } from '@harkara/server/domain/template/check-text'
import { namesIn } from '@harkara/server/domain/template/examples'
import { isNumbered } from '@harkara/server/domain/template/variables'
import { Button, Group, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { useFormat } from '../../components/values/locale-context.tsx'
import { t } from '../../format/translate.ts'
import type { DraftForm } from './template-draft.ts'

export function BodyInput({ form }: { form: DraftForm }) {
  const format = useFormat()
  const area = useRef<HTMLTextAreaElement>(null)
  const { body } = form.values
  const names = namesIn(body)
  const insert = (text: string) => {
    const at = area.current?.selectionStart ?? body.length
    form.setFieldValue('body', body.slice(0, at) + text + body.slice(at))
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(at + text.length, at + text.length)
    })
  }
  const hasNames = names.some((name) => !isNumbered(name))
  return (
    <div>
      <Textarea
        ref={area}
        label={t('Text')}
        description={t(
          '{count} of {charsMax} characters. Do not start or end with a variable, or put two next to each other. Format with *bold*, _italic_ and ~strikethrough~.',
          { count: format.number([...body].length), charsMax: format.number(TEXT_RULES.BODY.charsMax) },
        )}
        placeholder={t("Hello '{{'1'}}', our Diwali sale begins on '{{'2'}}'. Come and see us!")}
        autosize
        minRows={5}
        maxRows={16}
        {...form.getInputProps('body')}
      />
      <Group gap="xs" mt="xs">
        {!hasNames && (
          <Button variant="default" size="xs" onClick={() => insert(`{{${names.length + 1}}}`)}>
            {t('Insert {value}', { value: `{{${names.length + 1}}}` })}
          </Button>
        )}
        {(hasNames || names.length === 0) && (
          <Button
            variant="default"
            size="xs"
            onClick={() => insert(names.length === 0 ? '{{first_name}}' : '{{name}}')}
          >
            {t('Insert named variable')}
          </Button>
        )}
      </Group>
    </div>
  )
}
