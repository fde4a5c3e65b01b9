import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../../tests/temp-repository.ts'
import { DurableFile } from './durable-file.ts'

const shape = z.object({ names: z.array(z.string()) })
const at = (file: string) => new DurableFile(file, (value) => shape.parse(value))

test('what was written comes back, in a file for its owner alone', async () => {
  await using folder = await temporaryFolder()
  const file = path.join(folder.path, 'deep', 'names.json')
  expect(await at(file).read()).toBeNull()
  await at(file).write({ names: ['Ada'] })
  expect(await at(file).read()).toEqual({ names: ['Ada'] })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(path.dirname(file))).toEqual(['names.json'])
})

test.each(['', '{', 'null', '[]', '{"names":[1]}', '{"names":["Secret Name"'])(
  'a file that contains %j is refused by name, without quoting it, and is not changed',
  async (text) => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, 'names.json')
    writeFileSync(file, text)
    const error = await at(file)
      .read()
      .catch((error: unknown) => error)
    expect(error).toMatchObject({ name: 'UnreadableFile', message: expect.stringContaining(file) })
    expect(JSON.stringify([(error as Error).message, (error as Error).cause])).not.toContain(
      'Secret',
    )
    expect(readFileSync(file, 'utf8')).toBe(text)
  },
)

test('what a killed write left behind is removed, and other files stay', async () => {
  await using folder = await temporaryFolder()
  const file = path.join(folder.path, 'names.json')
  await at(file).write({ names: [] })
  for (const name of ['.names.json.0123', '.other.json.0123', 'names.json.bak'])
    writeFileSync(path.join(folder.path, name), '{')
  await at(file).read()
  expect(readdirSync(folder.path).sort()).toEqual([
    '.other.json.0123',
    'names.json',
    'names.json.bak',
  ])
})

test('a write that fails rejects and leaves nothing', async () => {
  await using folder = await temporaryFolder()
  const file = path.join(folder.path, 'names.json')
  mkdirSync(file)
  await expect(at(file).write({ names: [] })).rejects.toThrow()
  expect(readdirSync(folder.path)).toEqual(['names.json'])
})
