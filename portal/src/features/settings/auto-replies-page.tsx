import { SERVICE_FREE_PER_MONTH } from '@harkara/server/domain/limits'
import { Button, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { priceSheetQuery, vendorQuery } from '../../api/queries.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { useFormat } from '../../components/values/locale-context.tsx'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../format/translate.ts'
import { AUTO_REPLY_QUERIES, type AutoReply } from './auto-reply.ts'
import { AutoReplyDialog } from './auto-reply-dialog.tsx'

export function AutoRepliesPage() {
  const [open, setOpen] = useState<AutoReply | 'new'>()
  const [deleted, setDeleted] = useState<AutoReply>()
  return (
    <>
      <PageHeader
        title={t('Auto-replies')}
        about={t(
          'Replies sent automatically when a message contains a keyword. If several match, the longest keyword is used. A contact gets the same reply at most once a minute.',
        )}
        actions={
          <Button leftSection={<PlusIcon />} onClick={() => setOpen('new')}>
            {t('Add auto-reply')}
          </Button>
        }
      />
      <Price />
      <Rules onOpen={setOpen} onDelete={setDeleted} />
      {open && <AutoReplyDialog rule={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
      {deleted && <DeleteRule rule={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  )
}

function Price() {
  const format = useFormat()
  const { data: sheet } = useQuery(priceSheetQuery)
  const { data: vendor } = useQuery(vendorQuery)
  const price = sheet?.prices.find(
    ({ category, countryCode }) => category === 'SERVICE' && countryCode === vendor?.country,
  )
  return (
    <Text size="sm" mb="md">
      {t(
        'Auto-replies count as replies: {serviceFreePerMonth} per month are free{detail}. They are not sent while your wallet is empty.',
        {
          serviceFreePerMonth: format.number(SERVICE_FREE_PER_MONTH),
          detail:
            sheet && price
              ? t(', then {amount} each in your country', { amount: formatMoney(price.unitMinorUnit, sheet.currency) })
              : '',
        },
      )}
    </Text>
  )
}

function Rules({ onOpen, onDelete }: { onOpen: (rule: AutoReply) => void; onDelete: (rule: AutoReply) => void }) {
  const list = useListPage<AutoReply>('/auto-replies', { key: ['auto-replies'] })
  const toggle = useApiMutation(
    ({ id, isActive }: Pick<AutoReply, 'id' | 'isActive'>) => api.patch<AutoReply>(`/auto-replies/${id}`, { isActive }),
    { invalidates: AUTO_REPLY_QUERIES },
  )
  const columns: Column<AutoReply>[] = [
    { name: t('Keyword'), cell: ({ keyword }) => keyword },
    {
      name: t('Reply'),
      cell: ({ reply }) => (
        <Text span size="sm" lineClamp={2} maw="34rem">
          {reply}
        </Text>
      ),
    },
    {
      name: t('Status'),
      cell: (rule) => {
        const { id, isActive } = toggle.isPending && toggle.variables.id === rule.id ? toggle.variables : rule
        return (
          <Switch
            aria-label={t('Auto-reply to {keyword}', { keyword: rule.keyword })}
            label={isActive ? t('On') : t('Off')}
            checked={isActive}
            styles={{ labelWrapper: { whiteSpace: 'nowrap' } }}
            onChange={(event) => toggle.mutate({ id, isActive: event.currentTarget.checked })}
          />
        )
      },
    },
    {
      name: t('Actions'),
      isActions: true,
      cell: (rule) => (
        <>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('Edit {keyword}', { keyword: rule.keyword })}
            onClick={() => onOpen(rule)}
          >
            {t('Edit')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('Delete {keyword}', { keyword: rule.keyword })}
            onClick={() => onDelete(rule)}
          >
            {t('Delete')}
          </Button>
        </>
      ),
    },
  ]
  return (
    <>
      {toggle.error ? <ErrorState error={toggle.error} /> : null}
      <DataTable
        label={t('Auto-replies')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            illustration="replies"
            title={t('No auto-replies yet')}
            about={t('Start with frequent questions, such as “price”, “address” or “opening hours”.')}
          />
        }
      />
    </>
  )
}

function DeleteRule({ rule, onClose }: { rule: AutoReply; onClose: () => void }) {
  const remove = useApiMutation(() => api.delete(`/auto-replies/${rule.id}`), {
    invalidates: AUTO_REPLY_QUERIES,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Delete auto-reply?')}
      confirm={t('Delete auto-reply to {keyword}', { keyword: rule.keyword })}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
    >
      {t('This cannot be undone. To pause the auto-reply, turn it off instead.')}
    </ConfirmDialog>
  )
}
