import path from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from './architecture-rules.ts'
import { filesIn, read, sourceFile } from './source-files.ts'
import { writtenWords } from './written-words.ts'

/** What only administrators see stays English, also where it is on a page of the site. */
const ofTheAdmin = /^src\/(?:admin|pages\/(?:admin|auth)|renderer\/admin)/
test('no source of the public pages and of what they share with the admin writes out a word for visitors', () => {
  const all = new Set(filesIn('src', sourceFile))
  const reached = new Set(
    [
      ...filesIn('src/site', sourceFile),
      ...filesIn('src/pages', sourceFile),
      ...filesIn('src/renderer', sourceFile),
    ].filter((file) => !ofTheAdmin.test(file)),
  )
  for (const file of reached)
    for (const specifier of importsOf(read(file))) {
      const target = path.posix.join(path.posix.dirname(file), specifier)
      if (specifier.startsWith('.') && all.has(target) && /^src\/(?:site|ui)\//.test(target))
        reached.add(target)
    }
  expect(reached).toContain('src/ui/dialog.tsx')
  expect(
    [...reached].flatMap((file) => writtenWords(file, read(file)).map((at) => `${file}:${at}`)),
  ).toEqual([])
})

test('the server writes no words of its own into texts', () => {
  const files = filesIn('server/content/markdown', sourceFile).filter(
    (file) => !/\/(?:code|worker|limits|body-renderer)[\w-]*\.ts$/.test(file),
  )
  expect(
    files.flatMap((file) => writtenWords(file, read(file)).map((at) => `${file}:${at}`)),
  ).toEqual([])
})

test('written words are found in text, attributes, constants and templates, and names and classes are not', () => {
  const source = `
    import { Thing } from 'Some Module'
    const problem = 'Search failed'
    const key = 'Escape'
    const classes = 'flex items-center'
    const at = \`\${one} of \${many}\`
    const html = \`<button aria-label="Close">Actual size</button>\`
    console.warn('The browser is old')
    throw new Error('Not found at all')
    export const Part = () => <p className="Big Text" title="Picture">Try again {text('tryAgain')}</p>`
  expect(writtenWords('part.tsx', source)).toEqual([
    '3: Search failed',
    '6: of',
    '7: <button aria-label="Close">Actual size</button>',
    '10: Picture',
    '10: Try again',
  ])
})
