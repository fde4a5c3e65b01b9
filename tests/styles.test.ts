import path from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from './architecture-rules.ts'
import { filesIn, read, sourceFile } from './source-files.ts'
import { classesUsedIn, isPhysical, literalsOf, ownClassesOf, physicalIn } from './styles-rules.ts'

/** `categories.css` is made from the records of the categories. */
const themeFiles = ['src/styles/theme.css', 'src/styles/categories.css']
const sheets = filesIn('src', /\.css$/)
const sources = ['src', 'server'].flatMap((folder) => filesIn(folder, sourceFile))

/** Classes that occur once in the sources, or never, and the reason why they are no utilities. */
const exceptions: ReadonlyArray<readonly [names: RegExp, reason: string]> = [
  [/^tok-/, 'parts of code in a text; the server makes the names of the scopes of the grammar'],
  [/^callout(-|$)/, 'a callout in a text, whose kind is the end of the name'],
  [/^sound(-|$)/, 'a player in a text; the server writes its markup'],
  [/^(contains-task-list|task-list-item|footnotes)$/, 'in a text, written by remark'],
  [/^embed(-|$)/, 'the card of a video or track in a text, made by the server'],
  [/^device(-|$)/, 'the settings of a device in a text, drawn by the server'],
  [/^table-scroll$/, 'in a text, around a table'],
  [/^(enlarge|pictures)$/, 'in a text, the link of a picture and a row of pictures'],
  [/^(ProseMirror(-|$)|selectedCell$)/, 'given by the editor’s package'],
  [/^editor-page$/, 'the editor’s document; what is in it has the rules of written text'],
  [
    /^(task-item|editor-embed|editor-sound|editor-waiting|code-block|code-language|source-block|source-block-label|upload-line|drop-line|editor-link-broken)$/,
    'a node view or a decoration',
  ],
]
const isException = (name: string) => exceptions.some(([names]) => names.test(name))

/** How often each class occurs in the sources. */
function usesOf(files: ReadonlyMap<string, string>): Map<string, number> {
  const uses = new Map<string, number>()
  for (const [file, source] of files)
    for (const name of classesUsedIn(file, source)) uses.set(name, (uses.get(name) ?? 0) + 1)
  return uses
}

const own = new Set(sheets.flatMap((file) => [...ownClassesOf(read(file))]))
const uses = usesOf(new Map(sources.map((file) => [file, read(file)])))

/** Whether a file is in a folder, or is one of `folder/{one,other}.*`. */
function isWithin(file: string, pattern: string): boolean {
  const [, folder, names] = /^(.*)\/\{(.*)\}\.\*$/.exec(pattern) ?? []
  if (!names) return file.startsWith(`${pattern}/`)
  return names.split(',').some((name) => file.startsWith(`${folder}/${name}.`))
}

test('the style sheet of public pages reads every component that these pages use', () => {
  const patterns = [...read('src/styles/site.css').matchAll(/@source (not )?"([^"]+)"/g)]
  const [left, taken] = [true, false].map((isNot) =>
    patterns
      .filter(([, not]) => Boolean(not) === isNot)
      .map(([, , pattern = '']) => path.posix.join('src/styles', pattern)),
  ) as [Array<string>, Array<string>]
  const matches = (file: string, all: Array<string>) =>
    all.some((pattern) => isWithin(file, pattern))
  const reached = new Set(sources.filter((file) => matches(file, taken) && !matches(file, left)))
  for (const file of reached)
    for (const specifier of importsOf(read(file))) {
      const target = path.posix.join(path.posix.dirname(file), specifier)
      // /auth has a form of the admin and the admin's style sheet.
      if (specifier.startsWith('.') && sources.includes(target) && !target.startsWith('src/admin/'))
        reached.add(target)
    }
  const withClasses = [...reached].filter((file) => classesUsedIn(file, read(file)).length > 0)
  expect(withClasses.filter((file) => !matches(file, taken) || matches(file, left))).toEqual([])
})

test('a class of our own is used by several elements; what one component needs is written as utilities', () => {
  const rare = [...own].filter((name) => (uses.get(name) ?? 0) < 2 && !isException(name))
  expect(rare.map((name) => `${name}: ${uses.get(name) ?? 0}`)).toEqual([])
})

test('each exception names an existing class', () => {
  const idle = exceptions.filter(
    ([names]) => ![...own].some((name) => names.test(name) && (uses.get(name) ?? 0) < 2),
  )
  expect(idle.map(([names]) => names.source)).toEqual([])
})

test('colors and font sizes are defined only in the theme', () => {
  const inSheets = sheets
    .filter((file) => !themeFiles.includes(file))
    .flatMap((file) => literalsOf(read(file)).map((at) => `${file}:${at}`))
  expect(inSheets).toEqual([])
  const inClasses = [...uses.keys()].filter((name) =>
    /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(|(^|:)text-\[[^\]]*\d(rem|px)/i.test(name),
  )
  expect(inClasses).toEqual([])
})

/** What a writer says with `align="right"` is a side of the screen. */
const saidByWriters = /\[align="right"\] \{\s*text-align: right;/g

test('beginnings and ends of lines are styled, not sides of the screen, so that a page can run from right to left', () => {
  const inSheets = sheets.flatMap((file) =>
    physicalIn(read(file).replace(saidByWriters, (rule) => rule.replace(/[^\n{}]/g, ' '))).map(
      (at) => `${file}:${at}`,
    ),
  )
  expect(inSheets).toEqual([])
  expect([...uses.keys()].filter(isPhysical)).toEqual([])
})

test('sides of the screen are found in declarations, shorthands and classes', () => {
  const css = `.a { margin-left: 1px; inset-inline-start: 0 }
.b { left: 0; text-align: right }
.c {
  padding: 1px 2px 3px 4px;
  padding: 1px 2px 3px 2px;
  padding: 1px calc(1px + 2px) 3px;
  border-top-left-radius: 1px;
  background: linear-gradient(to left, red, blue) left / 1rem;
}`
  expect(physicalIn(css)).toEqual([
    '1: margin-left:',
    '2: left:',
    '2: text-align: right',
    '7: border-top-left-radius:',
    '4: padding: 1px 2px 3px 4px;',
  ])
  const found = [
    'ml-2',
    'sm:-mr-1.5',
    'left-[3px]',
    'border-l',
    'rounded-tl-card',
    'md:text-right',
    'scroll-pl-4',
  ]
  expect(found.filter((name) => !isPhysical(name))).toEqual([])
  const others = [
    'ms-2',
    'start-0',
    'border-line',
    'text-end',
    'rounded-card',
    'leading-tight',
    'mb-2',
    'pr',
    'border-solid',
  ]
  expect(others.filter(isPhysical)).toEqual([])
})

test('classes of a style sheet, and values that should be tokens, are found', () => {
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
