import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { classesUsedIn, literalsOf, ownClassesOf } from './styles-rules.ts'

const root = path.dirname(import.meta.dirname)
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name))
    .filter((file) => ending.test(file) && !/\.test\.tsx?$/.test(file))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** `categories.css` is made from the records of the categories. */
const themeFiles = ['src/styles/theme.css', 'src/styles/categories.css']
const sheets = filesIn('src', /\.css$/)
const sources = ['src', 'server'].flatMap((folder) => filesIn(folder, /\.tsx?$/))

/** Classes that stand once in the sources, or never, and why they are no utilities. */
const exceptions: ReadonlyArray<readonly [names: RegExp, reason: string]> = [
  [/^tok-/, 'parts of code in a text; the server makes the names of the scopes of the grammar'],
  [/^callout(-|$)/, 'a callout in a text, whose kind is the end of the name'],
  [/^(contains-task-list|task-list-item|footnotes)$/, 'in a text, written by remark'],
  [/^table-scroll$/, 'in a text, around a table'],
  [/^(ProseMirror(-|$)|selectedCell$)/, 'given by the editor’s package'],
  [/^editor-page$/, 'the editor’s document; what is in it has the rules of written text'],
  [/^(task-item|editor-waiting|code-block|code-language|source-block|source-block-label|upload-line)$/, 'a node view'],
]
const isException = (name: string) => exceptions.some(([names]) => names.test(name))

/** How often each class stands in the sources. */
function usesOf(files: ReadonlyMap<string, string>): Map<string, number> {
  const uses = new Map<string, number>()
  for (const [file, source] of files)
    for (const name of classesUsedIn(file, source)) uses.set(name, (uses.get(name) ?? 0) + 1)
  return uses
}

const own = new Set(sheets.flatMap((file) => [...ownClassesOf(read(file))]))
const uses = usesOf(new Map(sources.map((file) => [file, read(file)])))

test('a class of our own is used by several elements; what one component needs is written as utilities', () => {
  const rare = [...own].filter((name) => (uses.get(name) ?? 0) < 2 && !isException(name))
  expect(rare.map((name) => `${name}: ${uses.get(name) ?? 0}`)).toEqual([])
})

test('each exception is of a class that there is', () => {
  const idle = exceptions.filter(([names]) => ![...own].some((name) => names.test(name) && (uses.get(name) ?? 0) < 2))
  expect(idle.map(([names]) => names.source)).toEqual([])
})

test('colors and sizes of type stand in the theme alone', () => {
  const inSheets = sheets
    .filter((file) => !themeFiles.includes(file))
    .flatMap((file) => literalsOf(read(file)).map((at) => `${file}:${at}`))
  expect(inSheets).toEqual([])
  const inClasses = [...uses.keys()].filter((name) =>
    /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(|(^|:)text-\[[^\]]*\d(rem|px)/i.test(name),
  )
  expect(inClasses).toEqual([])
})

test('classes of a style sheet, and what it should name by a token, are found', () => {
  const css = `/* .not-this #fff */
@layer components {
  .one:hover > .two[data-x="#abc .no"] {
    color: #f00;
  }
  @media (min-width: 40rem) {
    .three::before { content: ".no"; border-color: rgb(0 0 0 / 0.5); font-size: 0.875rem; margin: 0.5rem }
  }
}
@utility four { color: var(--color-ink); font-size: 0.9em }`
  expect([...ownClassesOf(css)]).toEqual(['one', 'two', 'three', 'four'])
  expect(literalsOf(css)).toEqual(['4: #f00', '7: rgb(0 0 0 / 0.5)', '7: 0.875rem'])
})

test('classes that a component gives are counted, by constants and conditions too, and other words are not', () => {
  const source = `
    const link = 'one two'
    const sizes = { small: 'three' }
    export const Part = ({ className = 'four', kind }) => (
      <>
        <a className={link} title="no">{'no'}</a>
        <a className={link} data-x="no" />
        <b className={\`one \${kind ? 'five' : ''} six-\${kind} \${className}\`} />
        <i className={sizes[kind]} />
      </>
    )
    dom.className = 'seven'
    dom.classList.add('eight')
    const node = { properties: { className: ['nine'], title: 'no' } }`
  expect(classesUsedIn('part.tsx', source).sort()).toEqual(
    ['one', 'two', 'three', 'four', 'one', 'five', 'six-', 'seven', 'eight', 'nine'].sort(),
  )
})
