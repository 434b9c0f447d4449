import {
  BUTTON_LABEL_CHARS_MAX,
  BUTTONS_MAX,
  BUTTONS_PER_KIND_MAX,
  CODE_CHARS_MAX,
} from '@harkara/server/domain/template/check-buttons'
import { placeholdersOf } from '@harkara/server/domain/template/variables'
import { Button, Fieldset, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { t } from '../../format/translate.ts'
import type { DraftForm } from './template-draft.ts'
import { type ButtonDraft, type ButtonKind, newButton } from './template-draft.ts'

const KINDS: Readonly<Record<ButtonKind, { name: string; add: string }>> = {
  QUICK_REPLY: { name: t('Quick reply'), add: t('Quick reply') },
  URL: { name: t('Link'), add: t('Link') },
  PHONE_NUMBER: { name: t('Call'), add: t('Phone number') },
  COPY_CODE: { name: t('Offer code'), add: t('Offer code') },
}

export function ButtonRows({ form }: { form: DraftForm }) {
  const { buttons } = form.values
  const isFull = (kind: ButtonKind) =>
    buttons.length >= BUTTONS_MAX ||
    buttons.filter((button) => button.kind === kind).length >= BUTTONS_PER_KIND_MAX[kind]
  return (
    <Fieldset legend={t('Buttons')} p="sm">
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {t(
            'Optional. Up to {buttonsMax} buttons, including {url} links, {phoneNumber} phone number and {copyCode} offer code. Keep quick replies together, and use unique labels.',
            {
              buttonsMax: BUTTONS_MAX,
              url: BUTTONS_PER_KIND_MAX.URL,
              phoneNumber: BUTTONS_PER_KIND_MAX.PHONE_NUMBER,
              copyCode: BUTTONS_PER_KIND_MAX.COPY_CODE,
            },
          )}
        </Text>
        {buttons.map((button, index) => (
          <Row key={button.row} form={form} button={button} index={index} />
        ))}
        {form.errors['buttons'] && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {form.errors['buttons']}
          </Text>
        )}
        <Group gap="xs">
          {(Object.keys(KINDS) as ButtonKind[]).map((kind) => (
            <Button
              key={kind}
              variant="default"
              size="xs"
              disabled={isFull(kind)}
              aria-label={t('Add button: {add}', { add: KINDS[kind].add })}
              onClick={() => form.insertListItem('buttons', newButton(kind))}
            >
              + {KINDS[kind].add}
            </Button>
          ))}
        </Group>
      </Stack>
    </Fieldset>
  )
}

interface RowProps {
  form: DraftForm
  button: ButtonDraft
  index: number
}

function Row({ form, button, index }: RowProps) {
  const name = t('Button {index}', { index: index + 1 })
  return (
    <Paper withBorder p="sm" component="section" aria-label={`${name}: ${KINDS[button.kind].name}`}>
      <Group justify="space-between" mb="xs">
        <Text size="sm" fw={550}>
          {KINDS[button.kind].name}
        </Text>
        <Group gap="xs">
          {index > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('Move {name} up', { name: name.toLowerCase() })}
              onClick={() => form.reorderListItem('buttons', { from: index, to: index - 1 })}
            >
              {t('Up')}
            </Button>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('Remove {name}', { name: name.toLowerCase() })}
            onClick={() => form.removeListItem('buttons', index)}
          >
            {t('Remove')}
          </Button>
        </Group>
      </Group>
      <Stack gap="sm">
        {button.kind !== 'COPY_CODE' && (
          <TextInput
            label={t('Label')}
            description={t('At most {labelCharsMax} characters, without variables.', {
              labelCharsMax: BUTTON_LABEL_CHARS_MAX,
            })}
            autoComplete="off"
            {...form.getInputProps(`buttons.${index}.text`)}
          />
        )}
        <Target form={form} button={button} index={index} />
      </Stack>
    </Paper>
  )
}

function Target({ form, button, index }: RowProps) {
  switch (button.kind) {
    case 'QUICK_REPLY':
      return null
    case 'URL':
      return (
        <>
          <TextInput
            label="URL"
            description={t("Must start with https://. Can end with '{{'1'}}', which is filled for each recipient.")}
            placeholder="https://example.com/orders/{{1}}"
            inputMode="url"
            autoComplete="off"
            {...form.getInputProps(`buttons.${index}.url`)}
          />
          {placeholdersOf(button.url).length > 0 && (
            <TextInput
              label={t('Example of the URL suffix')}
              placeholder="A-1042"
              autoComplete="off"
              {...form.getInputProps(`buttons.${index}.sample`)}
            />
          )}
        </>
      )
    case 'PHONE_NUMBER':
      return (
        <TextInput
          label={t('Phone number')}
          description={t('Include + and the country code.')}
          placeholder="+91 80 1234 5678"
          inputMode="tel"
          autoComplete="off"
          {...form.getInputProps(`buttons.${index}.phone`)}
        />
      )
    case 'COPY_CODE':
      return (
        <TextInput
          label={t('Example of the code')}
          description={t('1 to {codeCharsMax} characters. The button says “Copy offer code”.', {
            codeCharsMax: CODE_CHARS_MAX,
          })}
          placeholder="DIWALI25"
          autoComplete="off"
          {...form.getInputProps(`buttons.${index}.code`)}
        />
      )
  }
}
