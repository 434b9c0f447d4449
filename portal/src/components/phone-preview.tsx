import { type RenderedButton, type RenderedMessage, renderTemplate } from '@harkara/server/domain/template/render'
import type { TemplateComponent } from '@harkara/server/domain/template/template'
import { Text, VisuallyHidden } from '@mantine/core'
import { CallIcon, CopyIcon, DocumentIcon, LinkIcon, PictureIcon, PlaceIcon, ReplyIcon, VideoIcon } from './icons.tsx'
import { MessageText } from './message-text.tsx'
import classes from './phone-preview.module.css'

interface PreviewProps {
  /** Of a template, as the API gives them (`componentsOf`) or as a form makes them. */
  components: readonly TemplateComponent[]
  /** By the template's own names of its variables: `1`, `first_name`, `header.1`, `button.0.1`, `code`. */
  values?: Readonly<Record<string, string | undefined>>
  /** A picture that is at hand, such as one that was just chosen; otherwise a sign stands for it. */
  mediaUrl?: string | undefined
  /** What is shown, below the phone: `As Asha Rao gets it`. */
  caption?: string
}

/** The server promises no more than objects; what it stored was checked when it came. */
export const componentsOf = (template: { components: readonly object[] }) =>
  template.components as readonly TemplateComponent[]

/** A message as its reader sees it, in a phone. What has no value yet stands out as `{{1}}`. */
export function PhonePreview({ components, values = {}, mediaUrl, caption }: PreviewProps) {
  const message = renderTemplate({ components: [...components] }, (name) => values[name] || undefined)
  return (
    <figure className={classes.figure} aria-label="How the message looks on a phone">
      <div className={classes.phone}>
        <div className={classes.bar} aria-hidden="true">
          <span className={classes.face} />
          Your business
        </div>
        <div className={classes.chat}>
          <div className={classes.bubble}>
            <Header header={message.header} mediaUrl={mediaUrl} />
            <MessageText text={message.body} />
            {message.footer && <p className={classes.footer}>{message.footer}</p>}
            {message.buttons.length > 0 && <Buttons buttons={message.buttons} />}
          </div>
        </div>
      </div>
      {caption && (
        <Text component="figcaption" size="sm" c="dimmed" ta="center" mt="xs">
          {caption}
        </Text>
      )}
    </figure>
  )
}

const MEDIA = {
  IMAGE: { icon: PictureIcon, name: 'Picture' },
  VIDEO: { icon: VideoIcon, name: 'Video' },
  DOCUMENT: { icon: DocumentIcon, name: 'Document' },
  LOCATION: { icon: PlaceIcon, name: 'Map' },
} as const

function Header({ header, mediaUrl }: Pick<RenderedMessage, 'header'> & Pick<PreviewProps, 'mediaUrl'>) {
  if (!header) return null
  if (header.format === 'TEXT')
    return (
      <div className={classes.title}>
        <MessageText text={header.text} />
      </div>
    )
  if (header.format === 'IMAGE' && mediaUrl)
    return <img className={classes.picture} src={mediaUrl} alt="The message’s own" />
  const { icon: Icon, name } = MEDIA[header.format]
  return (
    <div className={classes.media} data-format={header.format}>
      <Icon size={header.format === 'DOCUMENT' ? 20 : 32} />
      {name}
    </div>
  )
}

const BUTTONS: Readonly<Record<string, { icon: typeof LinkIcon; does: string }>> = {
  QUICK_REPLY: { icon: ReplyIcon, does: 'answers with' },
  URL: { icon: LinkIcon, does: 'opens' },
  PHONE_NUMBER: { icon: CallIcon, does: 'calls' },
  COPY_CODE: { icon: CopyIcon, does: 'copies' },
  OTP: { icon: CopyIcon, does: 'copies' },
}

/** They look like buttons and do nothing here, so for a screen reader they are a list of what they would do. */
const Buttons = ({ buttons }: { buttons: readonly RenderedButton[] }) => (
  <ul className={classes.buttons} aria-label="Buttons below the message">
    {buttons.map(({ type, text, target }, index) => {
      const { icon: Icon = ReplyIcon, does = 'opens' } = BUTTONS[type] ?? {}
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: while they are written, labels may be equal or empty
        <li key={index}>
          <span className={classes.label}>
            <Icon size={16} />
            {text || '…'}
          </span>
          {target && (
            <span className={classes.target}>
              <VisuallyHidden>{does} </VisuallyHidden>
              {target}
            </span>
          )}
        </li>
      )
    })}
  </ul>
)
