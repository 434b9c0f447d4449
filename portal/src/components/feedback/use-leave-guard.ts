import { useBlocker } from '@tanstack/react-router'
import { t } from '../../format/translate.ts'

const QUESTION = t('Leave this page? What you have entered is not saved.')

/**
 * Asks before the page is left or reloaded with unsaved input. Another filter or tab of the same page leaves it in place.
 * A function is for forms that are not drawn again when something is typed.
 */
export function useLeaveGuard(isUnsaved: boolean | (() => boolean)) {
  const hasInput = typeof isUnsaved === 'function' ? isUnsaved : () => isUnsaved
  useBlocker({
    shouldBlockFn: ({ current, next }) => hasInput() && current.pathname !== next.pathname && !window.confirm(QUESTION),
    enableBeforeUnload: hasInput,
  })
}
