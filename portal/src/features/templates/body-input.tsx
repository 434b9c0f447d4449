import { TEXT_RULES } from '@harkara/server/domain/template/check-text'
import { namesIn } from '@harkara/server/domain/template/examples'
import { isNumbered } from '@harkara/server/domain/template/variables'
import { Button, Group, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { useFormat } from '../../components/place-context.tsx'
import type { DraftForm } from './draft-form.ts'

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
        label="Text"
        description={
          <>
            At most {format.count(TEXT_RULES.BODY.charsMax)} characters ({format.count([...body].length)} now). It
            neither begins nor ends with a variable, and two variables never stand beside each other. *bold*, _italic_
            and ~struck~ look as they do in WhatsApp.
          </>
        }
        placeholder="Hello {{1}}, our Diwali sale begins on {{2}}. Come and see us!"
        autosize
        minRows={5}
        maxRows={16}
        {...form.getInputProps('body')}
      />
      <Group gap="xs" mt="xs">
        {!hasNames && (
          <Button variant="default" size="xs" onClick={() => insert(`{{${names.length + 1}}}`)}>
            Insert {`{{${names.length + 1}}}`}
          </Button>
        )}
        {(hasNames || names.length === 0) && (
          <Button
            variant="default"
            size="xs"
            onClick={() => insert(names.length === 0 ? '{{first_name}}' : '{{name}}')}
          >
            Insert a variable with a name
          </Button>
        )}
      </Group>
    </div>
  )
}
