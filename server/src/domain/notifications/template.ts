import { type NotificationText, TEMPLATES } from './notification-text.ts'

/** Names can be long, so they are in the sentences and not in the titles. */
export interface TemplateFigures {
  template: string
  language: string
}
/** The provider's reason, if it gave one. */
export interface WithReason {
  reason: string | null
}

const nameOf = ({ template, language }: TemplateFigures) => `${template} (${language})`
const REASONS: Readonly<Record<string, string>> = {
  ABUSIVE_CONTENT: 'it contains abusive or threatening language.',
  INVALID_FORMAT: 'its variables or its format are invalid.',
  PROMOTIONAL: 'it contains promotional content, which its category does not allow.',
  TAG_CONTENT_MISMATCH: 'its text does not match its category or language.',
  SCAM: 'it looks like a scam.',
}
const reasonText = ({ reason }: WithReason) => {
  if (reason === null) return []
  const words = REASONS[reason]
  return [words ? `The reviewers say: ${words}` : `The reason given is “${reason}”.`]
}

export const templateNotifications = {
  TEMPLATE_APPROVED: (about: TemplateFigures): NotificationText => ({
    title: 'Your template is approved',
    paragraphs: [`The template ${nameOf(about)} passed the review. You can use it in campaigns now.`],
    action: TEMPLATES,
  }),

  TEMPLATE_REJECTED: (about: TemplateFigures & WithReason): NotificationText => ({
    title: 'Your template was rejected',
    paragraphs: [
      `The template ${nameOf(about)} did not pass the review.`,
      ...reasonText(about),
      'Edit the template and submit it again.',
    ],
    action: TEMPLATES,
  }),

  TEMPLATE_PAUSED: (about: TemplateFigures & WithReason): NotificationText => ({
    title: 'Your template is paused',
    paragraphs: [`The template ${nameOf(about)} cannot be sent for several hours.`, ...reasonText(about)],
    action: TEMPLATES,
  }),

  TEMPLATE_DISABLED: (about: TemplateFigures & WithReason): NotificationText => ({
    title: 'Your template is disabled',
    paragraphs: [`The template ${nameOf(about)} can no longer be sent.`, ...reasonText(about)],
    action: TEMPLATES,
  }),

  TEMPLATE_CATEGORY_CHANGED: (about: TemplateFigures & { from: string; to: string }): NotificationText => ({
    title: 'The category of your template has changed',
    paragraphs: [
      `The category of the template ${nameOf(about)} changed from ${about.from} to ${about.to}.`,
      'Its messages are now charged at the prices of the new category.',
    ],
    action: TEMPLATES,
  }),
}
