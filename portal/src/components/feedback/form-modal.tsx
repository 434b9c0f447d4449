import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../format/translate.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

interface FormModalProps {
  title: string
  opened?: boolean
  onClose: () => void
  /** Something has been entered that would be lost. */
  isUnsaved: boolean
  size?: 'lg' | 'xl'
  children: ReactNode
}

const QUESTION = t('Close this dialog? What you have entered is not saved.')

/**
 * A dialog with a form. With unsaved input a click outside does nothing, because it is easily made by mistake; Escape, the
 * cross and leaving the page ask first. The form's own Cancel button says what it does and does not ask.
 */
export function FormModal({ isUnsaved, opened = true, onClose, children, ...props }: FormModalProps) {
  return (
    <Modal
      {...props}
      opened={opened}
      onClose={() => {
        if (!isUnsaved || window.confirm(QUESTION)) onClose()
      }}
      closeOnClickOutside={!isUnsaved}
      centered
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {isUnsaved && <LeaveGuard />}
      {children}
    </Modal>
  )
}

function LeaveGuard() {
  useLeaveGuard(true)
  return null
}
