import { Tooltip } from '@mantine/core'
import { useFormat } from './locale-context.tsx'

/** `2 hours ago`, with the exact time in a tooltip. */
export const RelativeTime = ({ at }: { at: string }) => <TimeWithTooltip at={at} text={useFormat().relative(at)} />

/** `15 Nov 2026`, with the exact time in a tooltip. */
export const DateText = ({ at }: { at: string }) => <TimeWithTooltip at={at} text={useFormat().day(at)} />

const TimeWithTooltip = ({ at, text }: { at: string; text: string }) => (
  <Tooltip label={useFormat().instant(at)} events={{ hover: true, focus: true, touch: true }}>
    <time dateTime={at}>{text}</time>
  </Tooltip>
)
