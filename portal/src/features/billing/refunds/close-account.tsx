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
import { formatMoney } from '../../../format/money.ts'
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
    <Paper withBorder p="md" component="section" aria-label="Close account">
      <Title order={2} size="h4" mb={4}>
        Close account
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Unspent wallet funds are refunded, minus {data ? `a ${data.feePercent}% fee` : 'a fee'}. Bonus is not refunded.
      </Text>
      {data && (
        <Text size="sm" c="dimmed" mb="sm">
          {data.dataRetentionDays} days after closing, your contacts, messages and files are permanently deleted.
          Invoices and transactions remain available.{' '}
          <Anchor component={Link} to="/settings/company" underline="always">
            Export your data
          </Anchor>
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
          You have requested this. See its status below.
        </Text>
      ) : (
        <Button variant="default" mt="sm" disabled={!data || data.obstacle !== null} onClick={() => setOpen(true)}>
          Close account
        </Button>
      )}
      {isOpen && data && <CloseAccountDialog quote={data} onClose={() => setOpen(false)} />}
    </Paper>
  )
}

function RefundCalculation({ quote }: { quote: Quote }) {
  const { currency } = quote
  const lines: [string, number, boolean?][] = [
    ['Balance', quote.balanceMinorUnit],
    [
      quote.forfeitMinorUnit > quote.bonusMinorUnit
        ? `Non-refundable (bonus, and amounts below ${formatMoney(quote.minimumMinorUnit, currency)})`
        : 'Bonus (non-refundable)',
      -quote.forfeitMinorUnit,
    ],
    [`Fee (${quote.feePercent}%)`, -quote.feeMinorUnit],
    ['Refund', quote.refundMinorUnit, true],
  ]
  return (
    <Table aria-label="Refund calculation" horizontalSpacing={0}>
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
      title="Close account?"
      confirm={quote.refundMinorUnit > 0 ? `Close account and refund ${amount}` : 'Close account without refund'}
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
        After we approve your request, your wallet is emptied, your plan ends and you can no longer send messages. This
        cannot be undone. The amounts are recalculated on approval and refunded to your most recent payments first.
      </Text>
      <ReasonInput value={reason} onChange={setReason} isMissing={isMissing} />
    </ConfirmDialog>
  )
}
