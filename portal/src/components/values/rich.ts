import { createElement, Fragment, type ReactNode } from 'react'
import type { MessageValue } from '../../format/message-format.ts'
import { translateParts } from '../../format/translate.ts'

/**
 * A text with elements in it: `rich('No email? <link>Send another code</link>', { link: (text) => <Anchor>{text}</Anchor> })`.
 * Where an element stands in the sentence is up to the translation.
 */
export const rich = (message: string, values: Readonly<Record<string, MessageValue<ReactNode>>>) =>
  createElement(Fragment, null, ...translateParts<ReactNode>(message, values))
