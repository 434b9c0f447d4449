import { TEXT_RULES } from '@harkara/server/domain/template/check-text'
import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { t } from '../../format/translate.ts'
import { MediaInput } from './media-input.tsx'
import type { DraftForm } from './template-draft.ts'
import { type HeaderKind, isMedia } from './template-draft.ts'

const KINDS: Readonly<Record<HeaderKind, string>> = {
  NONE: t('No header'),
  TEXT: t('Text'),
  IMAGE: t('Image'),
  VIDEO: t('Video'),
  DOCUMENT: t('Document'),
  LOCATION: t('Location'),
}

/** Campaigns cannot fill a location, so it is offered only if the template already has one. */
const kindsFor = (kind: HeaderKind) =>
  Object.entries(KINDS)
    .filter(([value]) => value !== 'LOCATION' || kind === 'LOCATION')
    .map(([value, label]) => ({ value, label }))

export function HeaderFields({ form, onPicture }: { form: DraftForm; onPicture: (url: string | undefined) => void }) {
  const { headerKind, headerText } = form.values
  const { charsMax } = TEXT_RULES.HEADER
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('Header')}
        description={t('Optional. Shown above the text.')}
        data={kindsFor(headerKind)}
        value={headerKind}
        onChange={(event) => {
          form.setValues({ headerKind: event.currentTarget.value as HeaderKind, mediaId: '' })
          onPicture(undefined)
        }}
      />
      {headerKind === 'TEXT' && (
        <TextInput
          label={t('Header text')}
          description={t('{count} of {charsMax} characters, at most one variable.', {
            count: [...headerText].length,
            charsMax,
          })}
          autoComplete="off"
          {...form.getInputProps('headerText')}
        />
      )}
      {isMedia(headerKind) && <MediaInput key={headerKind} form={form} format={headerKind} onPicture={onPicture} />}
    </Stack>
  )
}

export const FooterInput = ({ form }: { form: DraftForm }) => (
  <TextInput
    label={t('Footer')}
    description={t('Optional. Shown below the text. {count} of {charsMax} characters, no variables.', {
      count: [...form.values.footer].length,
      charsMax: TEXT_RULES.FOOTER.charsMax,
    })}
    placeholder={t('Reply STOP to unsubscribe')}
    autoComplete="off"
    {...form.getInputProps('footer')}
  />
)
