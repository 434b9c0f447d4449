import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useSession } from '../api/session.ts'
import { notificationArea } from '../api/state/notification-area.ts'
import { useStore } from '../api/state/store.ts'
import { support } from '../api/state/support.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { restoreFocus } from './restore-focus.ts'

const loadSessionExpiredDialog = async () => ({
  default: (await import('../features/auth/session-expired-dialog.tsx')).SessionExpiredDialog,
})
const loadSupportForm = async () => ({ default: (await import('../features/support/support-form.tsx')).SupportForm })
const NotificationArea = lazy(async () => ({ default: (await import('./notification-area.tsx')).NotificationArea }))
const SessionExpiredDialog = lazy(loadSessionExpiredDialog)
const SupportForm = lazy(loadSupportForm)

/** Overlays of every page: connection banner, sign-in dialog and support form. */
export function Root() {
  const { state } = useSession()
  const asked = useStore(support)
  const isOutside = state === 'unknown' || state === 'signed-out'
  const hasMessage = useStore(notificationArea)
  usePrefetchedOverlays(state === 'signed-in')
  useEffect(restoreFocus, [])
  return (
    <>
      <ConnectionBanner />
      <Outlet />
      <Suspense>
        {(!isOutside || hasMessage) && <NotificationArea />}
        {state === 'expired' && <SessionExpiredDialog />}
        {asked && <SupportForm requestId={asked.requestId} />}
      </Suspense>
    </>
  )
}

/** Prefetches the overlays, because they cannot be loaded when the connection is down or a new version was deployed. */
function usePrefetchedOverlays(isIn: boolean) {
  useEffect(() => {
    if (isIn) Promise.all([loadSessionExpiredDialog(), loadSupportForm()]).catch(() => undefined)
  }, [isIn])
}
