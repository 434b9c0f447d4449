import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { t } from '../../../format/translate.ts'
import type { BulkDialogProps } from './dialog-props.ts'
import { useContactAction } from './use-contact-action.ts'

export function OptOutContacts(props: BulkDialogProps) {
  const { count } = props.selected
  const who = t('{count, plural, one {# contact} other {# contacts}}', { count })
  const optOut = useContactAction(props, (contacts) =>
    t('{contacts, plural, one {# contact} other {# contacts}} opted out.', { contacts }),
  )
  return (
    <ConfirmDialog
      opened
      onClose={props.onClose}
      title={t('Opt out {who}?', { who })}
      confirm={t('Opt out {who}', { who })}
      isBusy={optOut.isPending}
      error={optOut.error}
      onConfirm={() => optOut.mutate({ action: 'OPT_OUT' })}
    >
      {t(
        'Opted-out contacts no longer receive campaigns, even if they are imported again. You can opt a contact back in on its page.',
      )}
    </ConfirmDialog>
  )
}
