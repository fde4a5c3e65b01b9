import { randomBytes } from 'node:crypto'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { importCalls } from './import-calls.ts'
import { multipart } from './multipart.ts'
import { type RunningSite, siteOfOneProcess } from './running-site.ts'
import { riffChunk, wavOf } from './sample-sounds.ts'
import { type Administrator, admin, signIn } from './signed-in-site.ts'
import { type RecordedStalls, recordedStalls } from './stalls.ts'

const megabyte = 1024 * 1024
const format = wavOf([new Float32Array()]).subarray(12, 36)

/** A sound of noise, which can't be compressed; trying takes the most time. */
const noise = (bytes: number) =>
  riffChunk(
    'RIFF',
    Buffer.concat([Buffer.from('WAVE'), format, riffChunk('data', randomBytes(bytes))]),
  )

let stalls: RecordedStalls
let site: RunningSite
let ada: Administrator

beforeAll(async () => {
  stalls = await recordedStalls()
  site = await siteOfOneProcess({
    files: { 'site.yaml': 'name: Large\n' },
    env: { ...admin, ...stalls.env },
  })
  ada = await signIn(site)
  // The first write of a process loads what all writes need.
  expect(await upload('/api/media', 'small.wav', noise(1000))).toBe(201)
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await stalls[Symbol.asyncDispose]()
})

async function upload(
  path: string,
  filename: string,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
) {
  const parts = Object.entries(fields).map(([name, value]) => ({ name, bytes: value }))
  const { body, headers } = multipart([...parts, { filename, bytes }])
  return (
    await ask(site.url, path, { method: 'POST', headers: { ...headers, Cookie: ada.cookie }, body })
  ).status
}

test('the upload of the largest sound blocks no other request', async () => {
  const begun = Date.now()
  expect(await upload('/api/media', 'noise.wav', noise(24 * megabyte))).toBe(201)
  expect(await stalls.tooLongSince(begun)).toEqual([])
})

test('the upload of the largest download blocks no other request', async () => {
  const begun = Date.now()
  const zip = zipSync({ 'Noise.wav': [noise(48 * megabyte), { level: 0 }] })
  expect(
    await upload('/api/downloads', 'noise.zip', zip, { title: 'Noise', description: 'N' }),
  ).toBe(201)
  expect(await stalls.tooLongSince(begun, 48)).toEqual([])
})

test('the import of many large files, and taking it back, block no other request', async () => {
  const calls = importCalls(site, ada)
  const sounds = Array.from(
    { length: 2 },
    (_, at) => [`posts/take-${at}.wav`, noise(12 * megabyte)] as const,
  )
  const links = sounds.map(([name]) => `[Take](${name.slice('posts/'.length)})`).join('\n\n')
  const post = Buffer.from(`---\ntitle: Takes\n---\n\nWords.\n\n${links}\n`)
  const dry = await calls.send(
    'markdown',
    'takes.zip',
    zipSync({ 'posts/takes.md': post, ...Object.fromEntries(sounds) }, { level: 0 }),
  )
  expect(dry).toMatchObject({ kind: 'ready' })
  const begun = Date.now()
  expect(await calls.act('confirm', dry.id)).toMatchObject({ status: 200, body: { kind: 'done' } })
  expect(await calls.act('undo', dry.id)).toMatchObject({ status: 200, body: { undone: true } })
  expect(await stalls.tooLongSince(begun)).toEqual([])
})
