import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import { addMoney, approvedTemplate, subscribe } from '../campaigns/campaigns.ts'
import { eventually, StopWaiting } from '../eventually.ts'
import { csv, formOf } from '../imports/imports.ts'
import { knownAtProvider } from '../messaging/dispatch.ts'
import { newVendor } from '../product.ts'
import type { Fleet } from './fleet.ts'

const BALANCE_MINOR_UNIT = 100_000_000
/** Restarts of everything, one after the other, are shorter than this. */
const PATIENCE_MS = 180_000
const PAUSE_MS = 150
/** A proxy without a healthy server, or a server whose database is away. */
const LATER = [502, 503, 504]

interface Sent {
  campaignId: string
  recipients: number
  estimatedCostMinorUnit: number
}

export type Customer = Awaited<ReturnType<typeof newCustomer>>

/** A vendor whose program imports files and launches campaigns, and repeats what was not answered. */
export async function newCustomer(fleet: Fleet, n: number) {
  const { product } = fleet
  const { vendorId, token } = await newVendor(product, `Customer ${n}`)
  await subscribe(product, vendorId as VendorId, 'ENTERPRISE')
  await addMoney(product, vendorId as VendorId, BALANCE_MINOR_UNIT)
  const templateId = await approvedTemplate(product, vendorId as VendorId)
  await knownAtProvider(product, templateId)
  const call = callerOf(fleet.apiUrl, token)
  const sent: Sent[] = []
  let contacts = 0

  /** Imports a file of new contacts into a list of its own, and writes to all of them. */
  async function importAndSend(rows: number) {
    const listName = `List ${sent.length}`
    const { body: uploaded } = await call('POST', '/contacts/import', uploadOf(fileOf(n, contacts, rows), listName))
    const stats = await untilImported(call, uploaded.jobId)
    expect(stats, `result of import ${uploaded.jobId}`).toMatchObject({ created: rows, updated: 0, skipped: 0 })
    contacts += rows
    const { body: lists } = await call('GET', '/contact-lists?pageSize=100')
    const list = lists.data.find(({ name }: { name: string }) => name === listName)
    const { body } = await call('POST', '/campaigns/launch', json({ templateId, contactListId: list.id }))
    expect(body.recipients).toBe(rows)
    sent.push(body)
  }
  return {
    vendorId: vendorId as VendorId,
    sent,
    balanceMinorUnit: BigInt(BALANCE_MINOR_UNIT),
    importAndSend,
    contacts: () => contacts,
  }
}

/** Different numbers in every file of every customer. */
const fileOf = (customer: number, from: number, rows: number) =>
  csv(
    ['Name', 'Phone'],
    ...Array.from({ length: rows }, (_, i) => [`Name ${i}`, `+919${800_000_000 + customer * 1_000_000 + from + i}`]),
  )

interface Content {
  type: string
  body: string | Uint8Array<ArrayBuffer>
}
const json = (value: object): Content => ({ type: 'application/json', body: JSON.stringify(value) })

function uploadOf(file: string, listName: string): Content {
  const { payload, contentType } = formOf([
    { name: 'listName', value: listName },
    { name: 'file', value: file, fileName: 'contacts.csv', type: 'text/csv' },
  ])
  return { type: contentType, body: new Uint8Array(payload) }
}

type Call = ReturnType<typeof callerOf>

/** Repeats a request, with its Idempotency-Key, until it is answered. Any other refusal ends the test. */
const callerOf = (url: string, token: string) => (method: string, path: string, content?: Content) => {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(content && { 'content-type': content.type }),
    ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
  }
  return eventually(async () => {
    const response = await fetch(`${url}${path}`, { method, headers, ...(content && { body: content.body }) })
    const text = await response.text()
    const said = `${method} ${path}: ${response.status} ${text}`
    const isLater = LATER.includes(response.status) || (response.status === 409 && text.includes('IDEMPOTENCY'))
    if (isLater) throw new Error(said)
    if (!response.ok) throw new StopWaiting(said)
    return { status: response.status, body: JSON.parse(text) }
  }, PATIENCE_MS)
}

/** Confirms the preview when it is there. A confirmation whose answer was lost has an effect all the same. */
async function untilImported(call: Call, jobId: string) {
  return eventually(async () => {
    const { body } = await call('GET', `/contacts/import/${jobId}/status`)
    if (body.status === 'PENDING_REVIEW')
      await call('POST', `/contacts/import/${jobId}/confirm`).catch((error: Error) => {
        if (!error.message.includes(': 409 ')) throw error
      })
    if (body.terminal && body.status !== 'COMPLETED') throw new StopWaiting(JSON.stringify(body))
    if (body.status !== 'COMPLETED') {
      await sleep(PAUSE_MS)
      throw new Error(`import ${jobId} is ${body.status}`)
    }
    return body.result
  }, PATIENCE_MS)
}
