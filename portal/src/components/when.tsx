import { Tooltip } from '@mantine/core'
import { useFormat } from './place-context.tsx'

/** `2 hours ago`, with the exact instant at the vendor's time on hover and for screen readers. */
export function When({ at }: { at: string }) {
  const format = useFormat()
  const exact = format.instant(at)
  return (
    <Tooltip label={exact} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={at}>{format.relative(at)}</time>
    </Tooltip>
  )
}
