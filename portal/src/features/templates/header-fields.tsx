import { TEXT_RULES } from '@harkara/server/domain/template/check-text'
import { NativeSelect, Stack, TextInput } from '@mantine/core'
import type { DraftForm } from './draft-form.ts'
import { MediaInput } from './media-input.tsx'
import { type HeaderKind, isMedia } from './template-draft.ts'

const KINDS: Readonly<Record<HeaderKind, string>> = {
  NONE: 'No header',
  TEXT: 'A line of text',
  IMAGE: 'A picture',
  VIDEO: 'A video',
  DOCUMENT: 'A document',
  LOCATION: 'A map',
}

/** Maps cannot be filled when a campaign is sent, so they are offered only where one is already. */
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
        description="Above the text, optional."
        data={kindsFor(headerKind)}
        value={headerKind}
        onChange={(event) => {
          form.setValues({ headerKind: event.currentTarget.value as HeaderKind, mediaId: '' })
          onPicture(undefined)
        }}
      />
      {headerKind === 'TEXT' && (
        <TextInput
          label="Text of the header"
          description={`One line of at most ${charsMax} characters (${[...headerText].length} now), with one variable at most.`}
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
    description={`Small, below the text, optional: one line of at most ${TEXT_RULES.FOOTER.charsMax} characters (${[...form.values.footer].length} now), without variables.`}
    placeholder="Reply STOP to get no more of these"
    autoComplete="off"
    {...form.getInputProps('footer')}
  />
)
