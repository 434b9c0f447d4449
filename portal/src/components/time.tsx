import { Tooltip } from '@mantine/core'
import { useFormat } from './locale-context.tsx'

/** `2 hours ago`, with the exact time in a tooltip. */
export const When = ({ at }: { at: string }) => <Moment at={at} says={useFormat().relative(at)} />

/** `15 Nov 2026`, with the exact time in a tooltip. */
export const Day = ({ at }: { at: string }) => <Moment at={at} says={useFormat().day(at)} />

const Moment = ({ at, says }: { at: string; says: string }) => (
  <Tooltip label={useFormat().instant(at)} events={{ hover: true, focus: true, touch: true }}>
    <time dateTime={at}>{says}</time>
  </Tooltip>
)
