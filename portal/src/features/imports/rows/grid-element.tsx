import type { ComponentProps } from 'react'

/** Any element with a role of a grid. Grids are not `table` elements, which cannot show a part of their rows. */
export const GridElement = (props: ComponentProps<'div'>) => <div {...props} />
