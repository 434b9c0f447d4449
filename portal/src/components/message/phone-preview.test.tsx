import type { TemplateComponent } from '@harkara/server/domain/template/template'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type Vendor, vendorQuery } from '../../api/queries.ts'
import { PhonePreview } from './phone-preview.tsx'

afterEach(cleanup)

const COMPONENTS: TemplateComponent[] = [
  { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
  { type: 'BODY', text: 'Hello *{{1}}*, your order {{2}} is on its way.' },
  { type: 'FOOTER', text: 'Reply STOP to stop' },
  { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}' }] },
]

test('the phone shows the company, each part is filled with its values, and variables without one are highlighted', () => {
  const values = { 'header.1': 'A-17', 1: 'Asha', 'button.0.1': 'a b' }
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(vendorQuery.queryKey, { companyName: 'Asha Traders' } as Vendor)
  const { container } = render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <PhonePreview components={COMPONENTS} values={values} caption="Preview for Asha" />
      </MantineProvider>
    </QueryClientProvider>,
  )
  screen.getByText('Asha Traders')
  screen.getByText('Order A-17')
  expect(screen.getByText('Asha').tagName).toBe('STRONG')
  expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['{{2}}'])
  screen.getByText('Reply STOP to stop')
  screen.getByText('https://shop.example/a%20b')
  screen.getByText('Preview for Asha')
})
