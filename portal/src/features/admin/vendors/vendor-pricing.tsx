import type { VendorPricingView } from '@harkara/server/pricing/schema'
import { Button, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useOperatorRights } from '../../../api/session.ts'
import type { Out } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../../components/feedback/loading.tsx'
import { useLeaveGuard } from '../../../components/feedback/use-leave-guard.ts'
import { t } from '../../../format/translate.ts'
import { parsePercent } from '../pricing/parse-percent.ts'
import { ADMIN, type Tier, tiersQuery, type VendorDetail } from '../queries.ts'
import { VendorPricingPreview } from './vendor-pricing-preview.tsx'

type Pricing = Out<typeof VendorPricingView>

/** The vendor's tier and custom markup. */
export function VendorPricing({ vendor }: { vendor: VendorDetail }) {
  const path = `/admin/vendors/${vendor.id}/pricing`
  const pricing = useQuery({
    queryKey: [...ADMIN, 'vendor-pricing', vendor.id],
    queryFn: ({ signal }) => api.get<Pricing>(path, undefined, signal),
  })
  const tiers = useQuery(tiersQuery)
  const error = pricing.error ?? tiers.error
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Pricing')}>
      <Title order={2} size="h4" mb="xs">
        {t('Pricing')}
      </Title>
      {pricing.data && tiers.data ? (
        <Form
          vendor={vendor}
          key={`${pricing.data.tierId} ${pricing.data.markupPercent}`}
          path={path}
          pricing={pricing.data}
          tiers={tiers.data.data}
        />
      ) : error ? (
        <ErrorState error={error} retry={() => void Promise.all([pricing.refetch(), tiers.refetch()])} />
      ) : (
        <LoadingLines />
      )}
    </Paper>
  )
}

interface FormProps {
  vendor: VendorDetail
  path: string
  pricing: Pricing
  tiers: readonly Tier[]
}

function Form({ vendor, path, pricing, tiers }: FormProps) {
  const saved = { tierId: pricing.tierId ?? '', markup: String(pricing.markupPercent ?? '') }
  const [tierId, setTierId] = useState(saved.tierId)
  const [markup, setMarkup] = useState(saved.markup)
  useLeaveGuard(tierId !== saved.tierId || markup !== saved.markup)
  const { mayMoveMoney } = useOperatorRights()
  const markupPercent = markup.trim() === '' ? null : parsePercent(markup, 1000)
  const save = useApiMutation(
    (terms: { tierId: string | null; markupPercent: number | null }) => api.put<Pricing>(path, terms),
    {
      invalidates: [ADMIN],
      onSuccess: () => {
        setConfirming(false)
        notifications.show({ message: t('Pricing saved. It applies to new quotations.') })
      },
    },
  )
  const [isConfirming, setConfirming] = useState(false)
  const tierOf = (wanted: string) => tiers.find(({ id }) => id === wanted)
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (markupPercent !== undefined) setConfirming(true)
        }}
      >
        <Stack gap="md">
          <NativeSelect
            label={t('Tier')}
            disabled={!mayMoveMoney}
            value={tierId}
            onChange={(event) => setTierId(event.currentTarget.value)}
            data={[
              { value: '', label: t('No tier') },
              ...tiers.map(({ id, name, discountPercent }) => ({
                value: id,
                label: t('{name} ({discountPercent}% discount)', { name, discountPercent }),
              })),
            ]}
          />
          <TextInput
            label={t('Custom markup (%)')}
            disabled={!mayMoveMoney}
            description={t('Leave empty to use the markup of the tier or of the price.')}
            inputMode="numeric"
            autoComplete="off"
            value={markup}
            onChange={(event) => setMarkup(event.currentTarget.value)}
            error={markupPercent === undefined ? t('Enter a whole number from 0 to 1000.') : undefined}
            maw={240}
          />
          <Text size="sm" c="dimmed">
            {t('Existing quotations are not changed.')}
          </Text>
          {mayMoveMoney && (
            <Group>
              <Button type="submit" variant="default">
                {t('Save pricing')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('Change pricing of {companyName}?', { companyName: vendor.companyName })}
        confirm={t('Save pricing of {companyName}', { companyName: vendor.companyName })}
        isBusy={save.isPending}
        error={save.error}
        onConfirm={() => markupPercent !== undefined && save.mutate({ tierId: tierId || null, markupPercent })}
      >
        {t('It applies to new quotations.')}
        {markupPercent !== undefined && (
          <VendorPricingPreview
            vendor={vendor}
            today={{ tier: tierOf(saved.tierId), markupPercent: pricing.markupPercent }}
            next={{ tier: tierOf(tierId), markupPercent }}
          />
        )}
      </ConfirmDialog>
    </>
  )
}
