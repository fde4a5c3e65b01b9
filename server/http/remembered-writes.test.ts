import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { rememberedWrites, sealedFiles } from './remembered-writes.ts'

const write = {
  request: 'PATCH …',
  commits: [],
  answer: { status: 200, headers: {}, body: { id: 1 } },
}
const hour = 60 * 60 * 1000

async function remembered() {
  const folder = await mkdtemp(path.join(tmpdir(), 'session-notes-writes-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  let time = Date.now()
  const now = () => new Date(time)
  const writes = rememberedWrites(sealedFiles(folder, now), now)
  return {
    folder,
    writes,
    passHours: (hours: number) => {
      time += hours * hour
    },
  }
}

test('a write is known for 45 days, and then no more', async () => {
  const { writes, passHours } = await remembered()
  await writes.write('1', 'key', write)
  passHours(45 * 24 - 1)
  expect(await writes.read('1', 'key')).toMatchObject(write)
  passHours(1)
  expect(await writes.read('1', 'key')).toBeNull()
})

test('a write is known to its person alone', async () => {
  const { writes } = await remembered()
  await writes.write('1', 'key', write)
  expect(await writes.read('2', 'key')).toBeNull()
})

test('files of forgotten writes are cleared away by later ones', async () => {
  const { folder, writes } = await remembered()
  for (let at = 0; at < 100; at++) await writes.write('1', `old ${at}`, write)
  const then = new Date(Date.now() - (45 * 24 + 1) * hour)
  for (const name of await readdir(folder)) await utimes(path.join(folder, name), then, then)
  await writes.write('1', 'new', write)
  expect(await readdir(folder)).toHaveLength(1)
  expect(await writes.read('1', 'new')).toMatchObject(write)
})

test('many writes at once, with clearing between them, are all known afterwards', async () => {
  const { writes } = await remembered()
  const keys = Array.from({ length: 250 }, (_, at) => `key ${at}`)
  await Promise.all(keys.map((key) => writes.write('1', key, write)))
  for (const key of keys) expect(await writes.read('1', key)).toMatchObject(write)
})
