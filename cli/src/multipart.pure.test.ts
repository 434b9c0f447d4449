import { openAsBlob } from 'node:fs'
import { appendFile, mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { multipart, type Part } from './multipart.ts'

const newFile = async (content: string) => {
  const path = join(await mkdtemp(join(tmpdir(), 'multipart-')), 'contacts.csv')
  await writeFile(path, content)
  return path
}

test('fetch itself reads what was sent: fields, any file name, and the file to the byte', async () => {
  const fileName = 'Kunden "Mai" – größer\r\n.csv'
  const blob = await openAsBlob(await newFile('naïve,\r\n--x\r\n'), { type: 'text/csv' })
  const { content, type } = multipart([
    { name: 'listName', value: 'Diwali “2026”\n2' },
    { name: 'file', value: { blob, fileName } },
  ])
  const form = await new Response(content as unknown as ReadableStream, {
    headers: { 'content-type': type },
  }).formData()
  const file = form.get('file') as File
  expect(form.get('listName')).toBe('Diwali “2026”\n2')
  expect([file.name, file.type, await file.text()]).toEqual([fileName, 'text/csv', 'naïve,\r\n--x\r\n'])
})

test('a file that changes during the upload fails the request, not the process', async () => {
  const path = await newFile('x'.repeat(200_000))
  const parts: Part[] = [{ name: 'file', value: { blob: await openAsBlob(path), fileName: 'contacts.csv' } }]
  await appendFile(path, 'more')
  const server = createServer((request) => request.resume())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { content, type } = multipart(parts)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const request = { method: 'POST', body: content as unknown as ReadableStream, headers: { 'content-type': type } }
  await expect(fetch(url, { ...request, duplex: 'half' } as RequestInit)).rejects.toMatchObject({
    cause: { name: 'NotReadableError' },
  })
  server.closeAllConnections()
  server.close()
})
