import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createDiskCache } from './disk-cache.ts'

async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'disk-cache-'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

test('what is written is read, also by another cache on the folder', async () => {
  await using temporary = await temporaryFolder()
  const cache = createDiskCache(path.join(temporary.folder, 'new'), 1000)
  expect(await cache.read('a')).toBeNull()
  await cache.write('a', Buffer.from('one'))
  await cache.write('a', Buffer.from('two'))
  expect(String(await createDiskCache(path.join(temporary.folder, 'new'), 1000).read('a'))).toBe(
    'two',
  )
})

test('the entries unused for longest go when the cache passes its size', async () => {
  await using temporary = await temporaryFolder()
  const cache = createDiskCache(temporary.folder, 1000)
  for (const name of ['a', 'b', 'c']) await cache.write(name, Buffer.alloc(250))
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    const time = new Date(Date.now() - (10 - index) * 7_200_000)
    const file = (await readdir(temporary.folder, { recursive: true })).find(
      (found) => path.basename(found) === name,
    )
    await utimes(path.join(temporary.folder, file!), time, time)
  }
  // Reading makes it the youngest.
  expect(await cache.read('a')).toHaveLength(250)
  await cache.write('d', Buffer.alloc(300))
  expect(await cache.read('b')).toBeNull()
  for (const name of ['a', 'd']) expect(await cache.read(name), name).toBeTruthy()
})

test('writers at the same time leave one whole entry and nothing else', async () => {
  await using temporary = await temporaryFolder()
  const cache = createDiskCache(temporary.folder, 1_000_000)
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => cache.write('a', Buffer.alloc(10_000, index))),
  )
  const bytes = await cache.read('a')
  expect(new Set(bytes).size).toBe(1)
  expect(
    (await readdir(temporary.folder, { recursive: true })).filter((name) =>
      name.includes(path.sep),
    ),
  ).toHaveLength(1)
})
