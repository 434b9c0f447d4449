import { useMemo } from 'react'
import type { SessionVendor } from '../../api/session.ts'
import { LocaleProvider } from '../../components/values/locale-context.tsx'
import { RequiredSetup } from '../../features/settings/two-factor/required-setup.tsx'
import { localeOf } from '../../format/locale.ts'
import { SandboxBar } from './sandbox-bar.tsx'

/** A user who needs a second factor sees its set-up at every URL. */
export function SetupShell({ vendor }: { vendor: SessionVendor | null }) {
  const locale = useMemo(() => localeOf(vendor), [vendor])
  return (
    <LocaleProvider locale={locale}>
      <SandboxBar />
      <RequiredSetup companyName={vendor?.companyName} />
    </LocaleProvider>
  )
}
