import { Tooltip } from '@mantine/core'
import { useFormat } from './place-context.tsx'

/** `2 hours ago`, with the exact instant at the vendor's time on hover and for screen readers. */
export const When = ({ at }: { at: string }) => <Moment at={at} says={useFormat().relative(at)} />

/** `15 Nov 2026`, for what is filed by its date. */
export const Day = ({ at }: { at: string }) => <Moment at={at} says={useFormat().day(at)} />

const Moment = ({ at, says }: { at: string; says: string }) => (
  <Tooltip label={useFormat().instant(at)} events={{ hover: true, focus: true, touch: true }}>
    <time dateTime={at}>{says}</time>
  </Tooltip>
)
