import { MantineProvider } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '../api/problem.ts'
import { support } from '../api/state/support.ts'
import { ConfirmDialog } from './feedback/confirm-dialog.tsx'
import { ErrorState } from './feedback/error-state.tsx'
import { FormModal } from './feedback/form-modal.tsx'
import { useSubmit } from './feedback/use-submit.ts'
import { ChartCard } from './layout/chart-card.tsx'

afterEach(cleanup)
const show = (children: ReactNode) => render(<MantineProvider env="test">{children}</MantineProvider>)

test('a typed confirmation enables the button only on an exact match', () => {
  const confirm = vi.fn()
  show(
    <ConfirmDialog
      opened
      onClose={() => {}}
      title="Replace"
      confirm="Replace 12"
      onConfirm={confirm}
      confirmationText="REPLACE"
    >
      Everything goes.
    </ConfirmDialog>,
  )
  const button = screen.getByRole('button', { name: 'Replace 12' })
  const type = (value: string) =>
    fireEvent.change(screen.getByLabelText('Type REPLACE to confirm'), { target: { value } })
  type('replace')
  expect(button.hasAttribute('disabled')).toBe(true)
  type('REPLACE')
  fireEvent.click(button)
  expect(confirm).toHaveBeenCalledTimes(1)
})

test('the confirm button is disabled while the content is being updated, and the form cannot be submitted', () => {
  const confirm = vi.fn()
  const dialog = (isDisabled: boolean) => (
    <MantineProvider env="test">
      <ConfirmDialog
        opened
        onClose={() => {}}
        title="Send it now?"
        confirm="Send"
        onConfirm={confirm}
        isDisabled={isDisabled}
      >
        They leave at once.
      </ConfirmDialog>
    </MantineProvider>
  )
  const { rerender } = render(dialog(true))
  const button = screen.getByRole('button', { name: 'Send' })
  expect(button.hasAttribute('disabled')).toBe(true)
  fireEvent.submit(button.closest('form') as HTMLFormElement)
  expect(confirm).not.toHaveBeenCalled()
  rerender(dialog(false))
  fireEvent.click(button)
  expect(confirm).toHaveBeenCalledTimes(1)
})

test('a server error shows the request id and opens support with it', () => {
  show(<ErrorState error={new ApiProblem(500, { code: 'INTERNAL_ERROR', detail: 'Our fault', requestId: 'r-7' })} />)
  screen.getByText('Request ID: r-7')
  fireEvent.click(screen.getByRole('button', { name: 'Contact support' }))
  expect(support.get()).toEqual({ requestId: 'r-7' })
})

test('field errors of the server are shown at their fields, others below the form, and input is kept', async () => {
  const problem = (errors: object[]) => new ApiProblem(400, { code: 'VALIDATION_FAILED', detail: 'x: is bad', errors })
  const answers = [
    problem([{ path: 'email', message: 'must be an email address' }]),
    problem([{ path: 'other', message: 'no' }]),
  ]
  function Form() {
    const form = useForm({ initialValues: { email: 'asha@' } })
    const { submit, error } = useSubmit(form, async () => {
      throw answers.shift()
    })
    return (
      <form onSubmit={submit}>
        <input aria-label="Email" {...form.getInputProps('email')} />
        <p>{form.errors['email']}</p>
        {error ? <ErrorState error={error} /> : null}
        <button type="submit">Save</button>
      </form>
    )
  }
  show(<Form />)
  fireEvent.click(screen.getByRole('button'))
  await screen.findByText('Must be an email address.')
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.click(screen.getByRole('button'))
  await waitFor(() => screen.getByRole('alert'))
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@')
})

test('a dialog with unsaved input stays open after a click outside, and asks before Escape closes it', async () => {
  const confirm = vi.fn(() => false)
  vi.stubGlobal('confirm', confirm)
  const close = vi.fn()
  function Page() {
    const [isUnsaved, setUnsaved] = useState(false)
    return (
      <FormModal title="Add contact" onClose={close} isUnsaved={isUnsaved}>
        <input aria-label="Name" onInput={() => setUnsaved(true)} />
      </FormModal>
    )
  }
  const history = createMemoryHistory({ initialEntries: ['/'] })
  show(<RouterProvider router={createRouter({ routeTree: createRootRoute({ component: Page }), history })} />)
  const name = await screen.findByLabelText('Name')
  const leave = [
    () => fireEvent.keyDown(name, { key: 'Escape' }),
    () => fireEvent.click(document.querySelector('.mantine-Modal-overlay') as Element),
  ]
  for (const way of leave) way()
  expect([close, confirm].map(({ mock }) => mock.calls.length)).toEqual([2, 0])

  fireEvent.input(name, { target: { value: 'Asha' } })
  for (const way of leave) way()
  expect([close, confirm].map(({ mock }) => mock.calls.length)).toEqual([2, 1])
  confirm.mockReturnValue(true)
  fireEvent.keyDown(name, { key: 'Escape' })
  expect(close).toHaveBeenCalledTimes(3)
})

test('a reason typed into a confirmation is not lost by Escape or a click outside', async () => {
  const confirm = vi.fn(() => false)
  vi.stubGlobal('confirm', confirm)
  const close = vi.fn()
  const Page = () => (
    <ConfirmDialog
      opened
      onClose={close}
      title="Suspend?"
      confirm="Suspend"
      onConfirm={() => {}}
      confirmationText="YES"
    >
      <input aria-label="Reason" />
    </ConfirmDialog>
  )
  const history = createMemoryHistory({ initialEntries: ['/'] })
  show(<RouterProvider router={createRouter({ routeTree: createRootRoute({ component: Page }), history })} />)
  const reason = await screen.findByLabelText('Reason')
  const leave = [
    () => fireEvent.keyDown(reason, { key: 'Escape' }),
    () => fireEvent.click(document.querySelector('.mantine-Modal-overlay') as Element),
  ]
  // The word to type is no work that could be lost.
  fireEvent.input(screen.getByLabelText('Type YES to confirm'), { target: { value: 'YES' } })
  for (const way of leave) way()
  expect([close, confirm].map(({ mock }) => mock.calls.length)).toEqual([2, 0])

  fireEvent.input(reason, { target: { value: 'Complaints' } })
  for (const way of leave) way()
  expect([close, confirm].map(({ mock }) => mock.calls.length)).toEqual([2, 1])
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect([close, confirm].map(({ mock }) => mock.calls.length)).toEqual([3, 1])
})

test('a chart with two rows of the same name shows both in its table', () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  show(
    <ChartCard
      title="Deliveries"
      about=""
      height={10}
      headers={['Time', 'Sent']}
      rows={[
        ['9:00', '1'],
        ['9:00', '2'],
      ]}
    >
      chart
    </ChartCard>,
  )
  expect(screen.getAllByText('9:00')).toHaveLength(2)
  expect(complain).not.toHaveBeenCalled()
})
