import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryRepository } from '../../../tests/temp-repository.ts'
import { attributesOf } from './attributes.ts'

const patterns = [
  '*',
  '*.md',
  'a.md',
  '/a.md',
  'content/a.md',
  'content/*.md',
  'content/**',
  '**/a.md',
  'content/**/a.md',
]
patterns.push(
  'content',
  'content/',
  'con*/a.md',
  'c?ntent/a.md',
  '[a-c].md',
  '[!a].md',
  '[^b-z].md',
  '[[:alpha:]].md',
  '\\a.md',
)
patterns.push(
  '"a.md"',
  '*.[mn]d',
  '**',
  '**.md',
  'x/../a.md',
  '[x/]a.md',
  'content/[.a]*',
  '#a',
  'a\\.md',
  'content/2026/**/a.md',
)

const paths = [
  'a.md',
  'b.md',
  'content/a.md',
  'content/b.md',
  'content/2026/a.md',
  'content/2026/deep/a.md',
  'content/.a.md',
]

test('a pattern applies to the paths that git applies it to', async () => {
  await using temporary = await temporaryRepository()
  const place = { workTree: temporary.root, commonDir: temporary.path('.git') }
  for (const pattern of patterns) {
    await temporary.write('.gitattributes', `${pattern} filter=x\n`)
    const printed = await temporary.git('check-attr', 'filter', '--', ...paths)
    const ours = paths.map(
      (path) =>
        `${path}: filter: ${attributesOf(place, path, []).get('filter')?.value ?? 'unspecified'}\n`,
    )
    expect(ours.join(''), pattern).toBe(printed)
  }
})

test('the last setting of an attribute counts, as in git', async () => {
  await using temporary = await temporaryRepository()
  await temporary.write('own', '*.md text ident\n')
  await temporary.write(
    '.gitattributes',
    '[attr]lfs filter=lfs -text\n*.md text=auto eol=lf\n*.png lfs\n*.bin binary\n# a.md filter=no\n',
  )
  await temporary.write('content/.gitattributes', 'a.md -text !eol\nb.md lfs text\nb.md -lfs\n')
  writeFileSync(
    temporary.path('.git/info/attributes'),
    'content/2026/a.md crlf=input working-tree-encoding=UTF-16 -filter\n',
  )
  await temporary.git('config', 'core.attributesFile', temporary.path('own'))
  const place = { workTree: temporary.root, commonDir: temporary.path('.git') }
  const names = ['filter', 'text', 'crlf', 'eol', 'ident', 'working-tree-encoding']
  for (const path of [...paths, 'content/x.png', 'x.bin']) {
    const printed = await temporary.git('check-attr', ...names, '--', path)
    const attributes = attributesOf(place, path, [temporary.path('own')])
    const word = (value: string | boolean | undefined) =>
      value === undefined
        ? 'unspecified'
        : value === true
          ? 'set'
          : value === false
            ? 'unset'
            : value
    expect(
      names.map((name) => `${path}: ${name}: ${word(attributes.get(name)?.value)}\n`).join(''),
    ).toBe(printed)
  }
})

test('a pattern with many wildcards takes time in proportion to the path', async () => {
  await using temporary = await temporaryRepository()
  const hostile = [
    `${'*a'.repeat(40)}*b`,
    `${'**/'.repeat(40)}b`,
    `${'*?'.repeat(40)}b`,
    `${'a/**/'.repeat(20)}b`,
  ]
  await temporary.write(
    '.gitattributes',
    hostile.map((pattern) => `${pattern} filter=x\n`).join(''),
  )
  const place = { workTree: temporary.root, commonDir: temporary.path('.git') }
  const path = `${'a/'.repeat(60)}${'a'.repeat(200)}`
  expect(attributesOf(place, path, []).get('filter')).toBeUndefined()
  expect(attributesOf(place, `${path}b`, []).get('filter')?.value).toBe('x')
})
