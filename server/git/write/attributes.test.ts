import { expect, test } from 'vitest'
import { temporaryRepository } from '../../../tests/temp-repository.ts'
import { createLineEnds } from './attributes.ts'

test('the line ends of a file follow its attributes, and a changed attributes file counts at once', async () => {
  await using temporary = await temporaryRepository()
  const gitDir = temporary.path('.git')
  await temporary.write('.gitattributes', '[attr]plain -text\n*.md text=auto\n*.bin plain\n')
  await temporary.write('content/.gitattributes', 'x.md -text\n')
  const lineEnds = createLineEnds({ gitDir, commonDir: gitDir, workTree: temporary.root }, null)
  const paths = ['a.md', 'content/x.md', 'content/grün "a".md', 'x.bin', 'other.txt']
  const found = async (...settings: Array<[string, string]>) => [
    ...(await lineEnds(paths, new Map(settings))).values(),
  ]
  expect(await found()).toEqual(['store-lf', 'keep', 'store-lf', 'keep', 'keep'])
  expect(await found(['core.autocrlf', 'true'])).toEqual([
    'checkout-crlf',
    'keep',
    'checkout-crlf',
    'keep',
    'checkout-crlf',
  ])
  await temporary.write('content/.gitattributes', '*.md !text\n')
  expect(await found()).toEqual(['store-lf', 'keep', 'keep', 'keep', 'keep'])
  await temporary.write('.git/info/attributes', '*.txt filter=lfs\n')
  await expect(found()).rejects.toThrow('Git attributes (filter=lfs) change other.txt')
})
