import { expect, test } from 'vitest'
import { registration } from './account.ts'

/** The name that a registration takes, or why it takes none. */
function taken(username: string): string {
  const { data, error } = registration.safeParse({ username, password: 'three quiet faders' })
  return data?.username ?? error?.issues[0]?.message ?? ''
}

test.each([
  ['ada', 'ada'],
  ['ａｄａ', 'ada'],
  ['ﬁona', 'fiona'],
  ['Zoe\u0301', 'Zoé'],
  ['ада', 'ада'],
  ['あだ太郎', 'あだ太郎'],
  ['ada_7', 'ada_7'],
])('the new user name %s is %s', (typed, name) => {
  expect(taken(typed)).toBe(name)
})

test.each(['аda', 'adа', 'αda', 'аδа', 'adа.lovelace'])(
  'the new user name %s mixes scripts that look alike',
  (name) => {
    expect(taken(name)).toBe(
      'A user name has letters of one script: Latin and Cyrillic ones, for example, look alike.',
    )
  },
)

test.each(['a', 'ada lovelace', 'ada@example.org', '½', '_ada', '\u200bada', 'ad\u200da'])(
  '%s is no user name',
  (name) => {
    expect(taken(name)).toBe(
      'A user name has 2 to 40 letters, digits, dots, hyphens or underscores.',
    )
  },
)
