import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/temp-repository.ts'
import { RequestRefused } from './user-names.ts'
import { createUserRequests, refusalOfRequest, writeUserRequest } from './user-requests.ts'

test('a request is carried out once, one that is refused is answered with the reason, and one that fails is tried again', async () => {
  await using folder = await temporaryFolder()
  const asked: Array<string> = []
  const failed: Array<string> = []
  let isBusy = true
  const take = createUserRequests(
    folder.path,
    async (wanted) => {
      const name = 'username' in wanted ? wanted.username : ''
      asked.push(name)
      if (name === 'biII') throw new RequestRefused('It reads like bill.')
      if (name === 'late' && isBusy) throw new Error('The disk is full.')
    },
    (error) => failed.push(String(error)),
  )
  const passwordHash = 'hash'
  await writeUserRequest(folder.path, { username: 'ann', passwordHash })
  const refused = await writeUserRequest(folder.path, { username: 'biII', passwordHash })
  await writeUserRequest(folder.path, { username: 'late', passwordHash })
  await take()
  expect(asked.toSorted()).toEqual(['ann', 'biII', 'late'])
  expect(await readFile(refusalOfRequest(refused), 'utf8')).toBe('It reads like bill.')
  isBusy = false
  await take()
  expect([asked.slice(3), failed]).toEqual([['late'], ['Error: The disk is full.']])
  expect((await readdir(folder.path)).filter((name) => name.endsWith('.json'))).toEqual([])
})
