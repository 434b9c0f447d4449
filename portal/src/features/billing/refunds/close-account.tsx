import type { ExitQuoteView } from '@harkara/server/refunds/schema'
import { Alert, Anchor, Button, Paper, Skeleton, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import type { Out } from '../../../api/types.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { Money } from '../../../components/values/money.tsx'
import { rich } from '../../../components/values/rich.ts'
import { formatMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { oneLine, ReasonInput } from './reason-input.tsx'
import { useRefundRequest } from './use-refund-request.ts'

type Quote = Out<typeof ExitQuoteView>

/** Account closure, with the amount to be refunded. */
export function CloseAccount({ isRequested }: { isRequested: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['billing', 'exit-quote'],
    queryFn: ({ signal }) => api.get<Quote>('/billing/exit-quote', undefined, signal),
    staleTime: 0,
  })
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Close account')}>
      <Title order={2} size="h4" mb={4}>
        {t('Close account')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('Unspent wallet funds are refunded, minus {detail}. Bonus is not refunded.', {
          detail: data ? t('a {feePercent}% fee', { feePercent: data.feePercent }) : t('a fee'),
        })}
      </Text>
      {data && (
        <Text size="sm" c="dimmed" mb="sm">
          {rich(
            '{dataRetentionDays} days after closing, your contacts, messages and files are permanently deleted. Invoices and transactions remain available. <link>Export your data</link>',
            {
              dataRetentionDays: data.dataRetentionDays,
              link: (text) => (
                <Anchor component={Link} to="/settings/company" underline="always">
                  {text}
                </Anchor>
              ),
            },
          )}
        </Text>
      )}
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error && <Skeleton height={150} />}
      {data && <RefundCalculation quote={data} />}
      {data?.obstacle && !isRequested && (
        <Alert variant="light" color="yellow" my="sm">
          {data.obstacle}
        </Alert>
      )}
      {isRequested ? (
        <Text size="sm" mt="sm">
          {t('You have requested this. See its status below.')}
        </Text>
      ) : (
        <Button variant="default" mt="sm" disabled={!data || data.obstacle !== null} onClick={() => setOpen(true)}>
          {t('Close account')}
        </Button>
      )}
      {isOpen && data && <CloseAccountDialog quote={data} onClose={() => setOpen(false)} />}
    </Paper>
  )
}

function RefundCalculation({ quote }: { quote: Quote }) {
  const { currency } = quote
  const lines: [string, number, boolean?][] = [
    [t('Balance'), quote.balanceMinorUnit],
    [
      quote.forfeitMinorUnit > quote.bonusMinorUnit
        ? t('Non-refundable (bonus, and amounts below {amount})', {
            amount: formatMoney(quote.minimumMinorUnit, currency),
          })
        : t('Bonus (non-refundable)'),
      -quote.forfeitMinorUnit,
    ],
    [t('Fee ({feePercent}%)', { feePercent: quote.feePercent }), -quote.feeMinorUnit],
    [t('Refund'), quote.refundMinorUnit, true],
  ]
  return (
    <Table aria-label={t('Refund calculation')} horizontalSpacing={0}>
      <Table.Tbody>
        {lines.map(([name, minorUnits, isTotal]) => (
          <Table.Tr key={name} fw={isTotal ? 650 : undefined}>
            <Table.Th scope="row" fw="inherit">
              {name}
            </Table.Th>
            <Table.Td ta="end">
              {minorUnits < 0 && '−'}
              <Money minorUnits={Math.abs(minorUnits)} currency={currency} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function CloseAccountDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const ask = useRefundRequest(onClose)
  const amount = formatMoney(quote.refundMinorUnit, quote.currency)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Close account?')}
      confirm={
        quote.refundMinorUnit > 0
          ? t('Close account and refund {amount}', { amount })
          : t('Close account without refund')
      }
      isDangerous
      isBusy={ask.isPending}
      error={ask.error}
      confirmationText="CLOSE"
      onConfirm={() => {
        const text = oneLine(reason)
        setMissing(!text)
        if (text) ask.mutate({ kind: 'WALLET_EXIT', reason: text })
      }}
    >
      <RefundCalculation quote={quote} />
      <Text size="sm" mt="sm">
        {t(
          'After we approve your request, your wallet is emptied, your plan ends and you can no longer send messages. This cannot be undone. The amounts are recalculated on approval and refunded to your most recent payments first.',
        )}
      </Text>
      <ReasonInput value={reason} onChange={setReason} isMissing={isMissing} />
    </ConfirmDialog>
  )
}
