import { useMemo } from 'react'
import type { SessionVendor } from '../../api/session.ts'
import { PlaceProvider } from '../../components/locale-context.tsx'
import { ClosedAccount } from '../../features/billing/closed-account.tsx'
import { placeOf } from '../../format/locale.ts'
import { SandboxBar } from './sandbox-bar.tsx'

/** A closed vendor sees one page at every URL. */
export function ClosedShell({ vendor }: { vendor: SessionVendor }) {
  const place = useMemo(() => placeOf(vendor), [vendor])
  return (
    <PlaceProvider place={place}>
      <SandboxBar />
      <ClosedAccount vendor={vendor} />
    </PlaceProvider>
  )
}
