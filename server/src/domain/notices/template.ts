import { type NoticeWords, TEMPLATES } from './words.ts'

/** Names are long at times, so they stand in the sentences and not in the titles. */
export interface AboutTemplate {
  template: string
  language: string
}
/** In the words of the provider, if it gave any. */
export interface WithReason {
  reason: string | null
}

const nameOf = ({ template, language }: AboutTemplate) => `${template} (${language})`
const REASONS: Readonly<Record<string, string>> = {
  ABUSIVE_CONTENT: 'it contains abusive or threatening language.',
  INVALID_FORMAT: 'its variables or its format are invalid.',
  PROMOTIONAL: 'it contains promotional content, which its category does not allow.',
  TAG_CONTENT_MISMATCH: 'its text does not match its category or language.',
  SCAM: 'it looks like a scam.',
}
const why = ({ reason }: WithReason) => {
  if (reason === null) return []
  const words = REASONS[reason]
  return [words ? `The reviewers say: ${words}` : `The reason given is “${reason}”.`]
}

export const templateNotices = {
  TEMPLATE_APPROVED: (about: AboutTemplate): NoticeWords => ({
    title: 'Your template is approved',
    paragraphs: [`The template ${nameOf(about)} passed the review. You can use it in campaigns now.`],
    action: TEMPLATES,
  }),

  TEMPLATE_REJECTED: (about: AboutTemplate & WithReason): NoticeWords => ({
    title: 'Your template was rejected',
    paragraphs: [
      `The template ${nameOf(about)} did not pass the review.`,
      ...why(about),
      'Edit the template and submit it again.',
    ],
    action: TEMPLATES,
  }),

  TEMPLATE_PAUSED: (about: AboutTemplate & WithReason): NoticeWords => ({
    title: 'Your template is paused',
    paragraphs: [`The template ${nameOf(about)} cannot be sent for several hours.`, ...why(about)],
    action: TEMPLATES,
  }),

  TEMPLATE_DISABLED: (about: AboutTemplate & WithReason): NoticeWords => ({
    title: 'Your template is disabled',
    paragraphs: [`The template ${nameOf(about)} can no longer be sent.`, ...why(about)],
    action: TEMPLATES,
  }),

  TEMPLATE_CATEGORY_CHANGED: (about: AboutTemplate & { from: string; to: string }): NoticeWords => ({
    title: 'The category of your template has changed',
    paragraphs: [
      `The category of the template ${nameOf(about)} changed from ${about.from} to ${about.to}.`,
      'Its messages are now charged at the prices of the new category.',
    ],
    action: TEMPLATES,
  }),
}
