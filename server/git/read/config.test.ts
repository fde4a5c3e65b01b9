import { expect, test } from 'vitest'
import { git, temporaryRepository } from '../../../tests/temp-repository.ts'
import { parseConfig, readConfig } from './config.ts'

test('settings are read as git writes them', async () => {
  await using repository = await temporaryRepository()
  await repository.git('config', 'core.autoCRLF', 'input')
  await repository.git('config', 'remote.Some "One".url', 'https://example.org/a;b#c')
  await repository.git('config', 'alias.quoted', ' two  words "and" \\ more\t')
  await repository.git('config', '--add', 'notes.value', 'first')
  await repository.git('config', '--add', 'notes.value', 'last')
  const config = readConfig(repository.path('.git'))
  expect(config.get('core.autocrlf')).toBe('input')
  for (const key of ['remote.Some "One".url', 'alias.quoted', 'notes.value', 'core.bare'])
    expect(config.get(key)).toBe(
      (await git(repository.root, ['config', '--local', key])).replace(/\n$/, ''),
    )
})

const cases = [
  ['[core]\n\tbare', 'true'],
  ['[core] bare = yes', 'yes'],
  ['[CORE]\n  Bare =  a  b  # comment', 'a  b'],
  ['[core]\n bare = "a ; b" c ; comment', 'a ; b c'],
  ['[core]\n bare = one \\\n two', 'one  two'],
  ['[core]\n# bare = no\n; bare = no\nbare = x\\ty', 'x\ty'],
  ['[core]\r\nbare = dos\r\n', 'dos'],
  ['[other]\nbare = 1', undefined],
] as const

for (const [text, value] of cases)
  test(`core.bare of ${JSON.stringify(text)} is ${value}`, () => {
    expect(parseConfig(text).get('core.bare')).toBe(value)
  })
