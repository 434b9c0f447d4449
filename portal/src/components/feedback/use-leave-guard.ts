import { useBlocker } from '@tanstack/react-router'
import { t } from '../../format/translate.ts'

const QUESTION = t('Leave this page? What you have entered is not saved.')

/** Asks before the page is left or reloaded with unsaved input. Another filter or tab of the same page leaves it in place. */
export const useLeaveGuard = (isUnsaved: boolean) =>
  useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname && !window.confirm(QUESTION),
    enableBeforeUnload: () => isUnsaved,
  })
