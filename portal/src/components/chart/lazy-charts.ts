import { lazy } from 'react'

/** Loaded after the page, which can be used without them. */
export const ColumnChart = lazy(async () => ({ default: (await import('./chart.tsx')).ColumnChart }))
export const LineChart = lazy(async () => ({ default: (await import('./chart.tsx')).LineChart }))
