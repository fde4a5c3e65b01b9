import { expect, test } from 'vitest'
import { temporaryRepository } from '../../../tests/temp-repository.ts'
import { createConfigReader } from './config.ts'

test('settings are those of git, and a changed or included file counts at once', async () => {
  await using temporary = await temporaryRepository()
  await temporary.git('config', 'core.autoCRLF', 'input')
  await temporary.git('config', 'remote.Some "One".url', 'https://example.org/a;b#c')
  await temporary.git('config', '--add', 'notes.value', 'first')
  await temporary.git('config', '--add', 'notes.value', ' two\nlines\t')
  await temporary.write('.git/own', '[Core]\n  eol = crlf\n[notes]\n  alone\n')
  await temporary.git('config', 'include.path', 'own')
  const place = { gitDir: temporary.path('.git'), commonDir: temporary.path('.git') }
  const read = createConfigReader({ ...place, workTree: temporary.root }, null)
  const names = ['core.autocrlf', 'remote.Some "One".url', 'notes.value', 'core.eol', 'notes.alone']
  const config = await read()
  expect(names.map((name) => config.get(name))).toEqual([
    'input',
    'https://example.org/a;b#c',
    ' two\nlines\t',
    'crlf',
    'true',
  ])
  await temporary.write('.git/own', '[core]\n  eol = lf\n')
  expect((await read()).get('core.eol')).toBe('lf')
  await temporary.git('config', '--unset', 'core.autocrlf')
  expect((await read()).has('core.autocrlf')).toBe(false)
})
