import { type RenderedButton, type RenderedMessage, renderTemplate } from '@harkara/server/domain/template/render'
import type { TemplateComponent } from '@harkara/server/domain/template/template'
import { Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { vendorQuery } from '../../api/queries.ts'
import { t } from '../../format/translate.ts'
import {
  BackIcon,
  CallIcon,
  CopyIcon,
  DocumentIcon,
  LinkIcon,
  LocationIcon,
  PictureIcon,
  ReplyIcon,
  VideoIcon,
} from '../icons.tsx'
import { MessageText } from './message-text.tsx'
import classes from './phone-preview.module.css'

interface PreviewProps {
  /** Template components from the API (`componentsOf`) or from a form. */
  components: readonly TemplateComponent[]
  /** Values by variable name: `1`, `first_name`, `header.1`, `button.0.1`, `code`. */
  values?: Readonly<Record<string, string | undefined>>
  /** The image of the header, if available; otherwise an icon is shown. */
  mediaUrl?: string | undefined
  /** Shown below the phone. */
  caption?: string
}

/** The API types components as plain objects, but validates them before storing. */
export const componentsOf = (template: { components: readonly object[] }) =>
  template.components as readonly TemplateComponent[]

/** A message as shown on the recipient's phone. Variables without a value are highlighted as `{{1}}`. */
export function PhonePreview({ components, values = {}, mediaUrl, caption }: PreviewProps) {
  const { data: vendor } = useQuery(vendorQuery)
  const name = vendor?.companyName ?? t('Your business')
  const message = renderTemplate({ components: [...components] }, (name) => values[name] || undefined)
  return (
    <figure className={classes.figure} aria-label={t('Message preview')}>
      <div className={classes.phone}>
        <div className={classes.top} aria-hidden="true">
          <div className={classes.clock}>
            <span>10:30</span>
            <span className={classes.camera} />
            <span className={classes.battery} />
          </div>
          <div className={classes.bar}>
            <BackIcon size={18} />
            <span className={classes.face}>{name.charAt(0).toUpperCase()}</span>
            <span className={classes.who}>
              <span className={classes.business}>{name}</span>
              <span className={classes.kind}>{t('Business account')}</span>
            </span>
          </div>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need focus to scroll a long message */}
        <section className={classes.chat} tabIndex={0} aria-label={t('Message')}>
          <span className={classes.day} aria-hidden="true">
            {t('Today')}
          </span>
          <div className={classes.bubble}>
            <Header header={message.header} mediaUrl={mediaUrl} />
            <MessageText text={message.body} />
            {message.footer && <p className={classes.footer}>{message.footer}</p>}
            <span className={classes.time} aria-hidden="true">
              10:30
            </span>
            {message.buttons.length > 0 && <Buttons buttons={message.buttons} />}
          </div>
        </section>
        <div className={classes.input} aria-hidden="true">
          <span>{t('Message')}</span>
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
  IMAGE: { icon: PictureIcon, name: t('Image') },
  VIDEO: { icon: VideoIcon, name: t('Video') },
  DOCUMENT: { icon: DocumentIcon, name: t('Document') },
  LOCATION: { icon: LocationIcon, name: t('Location') },
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
    return <img className={classes.picture} src={mediaUrl} alt={t('Message header')} />
  const { icon: Icon, name } = MEDIA[header.format]
  return (
    <div className={classes.media} data-format={header.format}>
      <Icon size={header.format === 'DOCUMENT' ? 20 : 32} />
      {name}
    </div>
  )
}

const BUTTONS: Readonly<Record<string, { icon: typeof LinkIcon; does: string }>> = {
  QUICK_REPLY: { icon: ReplyIcon, does: t('replies with') },
  URL: { icon: LinkIcon, does: t('opens') },
  PHONE_NUMBER: { icon: CallIcon, does: t('calls') },
  COPY_CODE: { icon: CopyIcon, does: t('copies') },
  OTP: { icon: CopyIcon, does: t('copies') },
}

/** They only look like buttons, so screen readers get a list of their actions. */
const Buttons = ({ buttons }: { buttons: readonly RenderedButton[] }) => (
  <ul className={classes.buttons} aria-label={t('Message buttons')}>
    {buttons.map(({ type, text, target }, index) => {
      const { icon: Icon = ReplyIcon, does = t('opens') } = BUTTONS[type] ?? {}
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may be equal or empty while they are edited
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
