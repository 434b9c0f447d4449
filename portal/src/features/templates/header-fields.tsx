import { TEXT_RULES } from '@harkara/server/domain/template/check-text'
import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { MediaInput } from './media-input.tsx'
import type { DraftForm } from './template-draft.ts'
import { type HeaderKind, isMedia } from './template-draft.ts'

const KINDS: Readonly<Record<HeaderKind, string>> = {
  NONE: 'No header',
  TEXT: 'Text',
  IMAGE: 'Image',
  VIDEO: 'Video',
  DOCUMENT: 'Document',
  LOCATION: 'Location',
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
        label="Header"
        description="Optional. Shown above the text."
        data={kindsFor(headerKind)}
        value={headerKind}
        onChange={(event) => {
          form.setValues({ headerKind: event.currentTarget.value as HeaderKind, mediaId: '' })
          onPicture(undefined)
        }}
      />
      {headerKind === 'TEXT' && (
        <TextInput
          label="Header text"
          description={`${[...headerText].length} of ${charsMax} characters, at most one variable.`}
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
    label="Footer"
    description={`Optional. Shown below the text. ${[...form.values.footer].length} of ${TEXT_RULES.FOOTER.charsMax} characters, no variables.`}
    placeholder="Reply STOP to unsubscribe"
    autoComplete="off"
    {...form.getInputProps('footer')}
  />
)
