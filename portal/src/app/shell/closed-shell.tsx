import { useMemo } from 'react'
import type { SessionVendor } from '../../api/session.ts'
import { LocaleProvider } from '../../components/values/locale-context.tsx'
import { ClosedAccount } from '../../features/billing/closed-account.tsx'
import { localeOf } from '../../format/locale.ts'
import { SandboxBar } from './sandbox-bar.tsx'

/** A closed vendor sees one page at every URL. */
export function ClosedShell({ vendor }: { vendor: SessionVendor }) {
  const locale = useMemo(() => localeOf(vendor), [vendor])
  return (
    <LocaleProvider locale={locale}>
      <SandboxBar />
      <ClosedAccount vendor={vendor} />
    </LocaleProvider>
  )
}
