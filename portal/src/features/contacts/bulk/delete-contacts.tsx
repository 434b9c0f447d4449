import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { t } from '../../../format/translate.ts'
import type { BulkDialogProps } from './dialog-props.ts'
import { useContactAction } from './use-contact-action.ts'

/** Whoever deletes more contacts than they have looked at types the number. */
const TYPED_FROM = 100

export function DeleteContacts(props: BulkDialogProps) {
  const { count } = props.selected
  const who = t('{count, plural, one {# contact} other {# contacts}}', { count })
  const remove = useContactAction(props, (contacts) =>
    t('{contacts, plural, one {# contact} other {# contacts}} deleted.', { contacts }),
  )
  return (
    <ConfirmDialog
      opened
      onClose={props.onClose}
      title={t('Delete {who}?', { who })}
      confirm={t('Delete {who}', { who })}
      isDangerous
      {...(count > TYPED_FROM && { confirmationText: String(count) })}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ action: 'DELETE' })}
    >
      {t(
        'All data of {detail} is deleted, and they are removed from every list. Opt-outs stay in force if the phone number is added again. This cannot be undone.',
        { detail: count === 1 ? t('this contact') : t('these contacts') },
      )}
    </ConfirmDialog>
  )
}
