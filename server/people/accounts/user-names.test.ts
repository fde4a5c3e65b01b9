import { expect, test } from 'vitest'
import { newUser } from './account-store.ts'
import type { UserRecord } from './accounts-data.ts'
import { createOrUpdateUser, readsLike } from './user-names.ts'

test.each([
  ['bill', 'biII'],
  ['all', 'a1l'],
  ['Ian', 'lan'],
  ['ian', 'Ian'],
  ['oleg', '0leg'],
  ['marna', 'mama'],
  ['modern', 'modem'],
  ['coco', 'сосо'],
  ['ТОМ', 'TOM'],
  ['ＢＩＬＬ', 'bill'],
])('%s reads like %s', (one, other) => {
  expect([readsLike(one, other), readsLike(other, one)]).toEqual([true, true])
})

test.each([
  ['ann', 'anna'],
  ['ian', 'lan'],
  ['zoe', 'zoé'],
  ['ada_7', 'ada-7'],
  ['bob', 'rob'],
  ['ада', 'ada'],
  ['user5', 'users'],
])('%s does not read like %s', (one, other) => {
  expect([readsLike(one, other), readsLike(other, one)]).toEqual([false, false])
})

test('the operator makes no user whose name reads like another one, and sets a password whatever the name is', async () => {
  const at = new Date(0)
  const users: Array<UserRecord> = ['bill', 'two words'].map((name, index) => ({
    id: index,
    ...newUser(name, 'old', at),
  }))
  const store = {
    findUserByName: async (name: string) =>
      users.find(({ username }) => username === name.toLowerCase()) ?? null,
    listUsers: async () => users,
    putUser: async ({ username }: { username: string }) =>
      users.some((user) => user.username === username) ? ('changed' as const) : ('made' as const),
  }
  const put = (name: string) => createOrUpdateUser(store, newUser(name, 'new', at))
  await expect(put('biII')).rejects.toThrow(
    'This user name reads like that of another administrator.',
  )
  await expect(put('bіll')).rejects.toThrow('A user name has letters of one script')
  expect([await put('Bill'), await put('two words'), await put('mara')]).toEqual([
    'changed',
    'changed',
    'made',
  ])
})
