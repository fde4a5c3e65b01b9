import { expect, test } from 'vitest'
import { releaseFault } from '../scripts/changelog.ts'
import {
  fileComplaint,
  folderPairs,
  importCircles,
  importComplaint,
  importsOf,
  keyComplaint,
  subjectComplaint,
  writeComplaint,
} from './architecture-rules.ts'
import { filesIn, read } from './source-files.ts'

const files = ['src', 'server'].flatMap((folder) => filesIn(folder))

test('every source imports only what its layer may', () => {
  const complaints = files.flatMap((file) =>
    importsOf(read(file)).map((specifier) => importComplaint(file, specifier)),
  )
  expect(complaints.filter(Boolean)).toEqual([])
})

test('every source has an allowed name and length', () => {
  expect(files.map((file) => fileComplaint(file, read(file))).filter(Boolean)).toEqual([])
})

/** Packages of the lock file, by folder. */
const locked: ReadonlyArray<
  [
    folder: string,
    entry: {
      /** The name of a package that replaces another. */
      name?: string
      version: string
      resolved?: string
      integrity?: string
      /** Part of the file of the package around it, whose integrity covers it. */
      inBundle?: boolean
    },
  ]
> = Object.entries<(typeof locked)[number][1]>(
  JSON.parse(read('package-lock.json')).packages,
).filter(([folder, { inBundle }]) => folder !== '' && !inBundle)

test('the lock file names the source of every package', () => {
  const name = (folder: string) => folder.split('node_modules/').at(-1) ?? ''
  const expected = locked.map(([folder, { name: replaced, version }]) => {
    const from = replaced ?? name(folder)
    return [folder, `https://registry.npmjs.org/${from}/-/${from.split('/').at(-1)}-${version}.tgz`]
  })
  expect(locked.map(([folder, { resolved }]) => [folder, resolved])).toEqual(expected)
})

test('the lock file has the checksum of every package', () => {
  const unknown = locked.filter(
    ([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  )
  expect(unknown.map(([folder]) => folder)).toEqual([])
})

const sourcesWithoutTests = new Map(
  [...files, ...filesIn('scripts')]
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => [file, read(file)]),
)

test('no file imports itself through others', () => {
  expect(importCircles(sourcesWithoutTests)).toEqual([])
})

test('content is saved through the queue alone', () => {
  expect(
    [...sourcesWithoutTests].map(([file, source]) => writeComplaint(file, source)).filter(Boolean),
  ).toEqual([])
})

test.each([
  [
    'src/admin/manage/delete-dialog.tsx',
    "import { deleteItem } from '../../api/content-writes.ts'",
  ],
  [
    'src/admin/site/page-panel.tsx',
    "import { writeContent as save } from '../../api/content-writes.ts'",
  ],
  [
    'src/admin/device/take-back.ts',
    "const { updateItem } = await import('../../api/content-writes.ts')",
  ],
  ['src/admin/create/creator.tsx', "await answerTo('POST /api/articles', { body })"],
  [
    'src/admin/create/creator.tsx',
    "await adminRequest('/api/articles', { method: 'POST', payload })",
  ],
])('a screen that writes content beside the queue is found: %s', (file, source) => {
  expect(writeComplaint(file, source)).toBeTruthy()
})

test('one guard keeps the keys of input methods from all handlers of keys', () => {
  expect(
    [...sourcesWithoutTests].map(([file, source]) => keyComplaint(file, source)).filter(Boolean),
  ).toEqual([])
})

test.each([
  [
    'src/admin/editor/links/link-panel.tsx',
    "if (event.key === 'Enter' && !event.nativeEvent.isComposing) apply()",
  ],
  ['src/ui/menu.tsx', 'if (event.keyCode === 13) open()'],
  ['src/site/frame/keys.client.ts', "window.addEventListener('keydown', act, true)"],
  ['src/site/frame/keys.client.ts', "addEventListener('keydown', act)"],
  ['src/admin/edit/mail/mail-frame.tsx', "frame.contentDocument?.addEventListener('keydown', act)"],
])(
  'a handler of keys with a guard of its own, or before the guard, is found: %s',
  (file, source) => {
    expect(keyComplaint(file, source)).toBeTruthy()
  },
)

test('the subject of a site is data, and no flag', () => {
  expect(
    [...sourcesWithoutTests]
      .map(([file, source]) => subjectComplaint(file, source))
      .filter(Boolean),
  ).toEqual([])
  expect(
    subjectComplaint('src/ui/logo.tsx', 'const { logo, isSpecified } = useProfile()'),
  ).toBeTruthy()
})

test('no two folders import each other', () => {
  expect(folderPairs(sourcesWithoutTests)).toEqual([])
})

test('folders that import each other are found at every depth, types and folders within them included', () => {
  const sources = new Map([
    ['src/site/frame/deep/a.ts', "import type { B } from '../../subscribe/b.ts'"],
    ['src/site/subscribe/b.ts', "import { c } from '../frame/c.ts'"],
    ['src/site/frame/c.ts', "import { d } from '../d.ts'"],
    ['src/site/d.ts', "import './frame/c.ts'"],
    ['src/domain/e.ts', ''],
    ['src/ui/f.ts', "import { e } from '#domain/e.ts'"],
  ])
  expect(folderPairs(sources)).toEqual([['src/site/frame', 'src/site/subscribe']])
})

test('circles of imports are found, types and late imports included', () => {
  const sources = new Map([
    ['src/domain/a.ts', "import { b } from './b.ts'\nimport { z } from 'zod'"],
    ['src/domain/b.ts', "import type { C } from './c.ts'"],
    [
      'src/domain/c.ts',
      "export const later = () => import('#domain/a.ts')\nexport { d } from './d.ts'",
    ],
    ['src/domain/d.ts', ''],
    ['src/site/e.ts', "import { a } from '#domain/a.ts'\nimport './f.ts'"],
    ['src/site/f.ts', "import { d } from '#domain/d.ts'"],
    ['src/site/g.ts', "import type { G } from './g.ts'"],
  ])
  expect(importCircles(sources)).toEqual([
    ['src/domain/a.ts', 'src/domain/b.ts', 'src/domain/c.ts'],
    ['src/site/g.ts'],
  ])
})

test('imports are found in all their forms', () => {
  const source = [
    "import a from './a.ts'",
    "import type { B } from './b.ts'",
    "import './c.ts'",
    "export * from './d.ts'",
    "const e = await import('./e.ts')",
    "import {\n  f,\n} from './f.ts'",
    "// import './no.ts'",
  ].join('\n')
  expect(importsOf(source)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts'])
})

test.each([
  ['src/domain/slug.ts', '../ui/button.tsx', 'the domain importing what draws'],
  ['src/domain/slug.ts', 'react', 'the domain importing React'],
  ['src/domain/slug.ts', 'node:fs', 'the domain importing Node'],
  ['src/domain/slug.ts', '#contract/calls.ts', 'the domain importing the contract'],
  ['src/contract/media.ts', '../api/call.ts', 'the contract importing the client'],
  [
    'src/contract/media.ts',
    '../../server/http/mount-calls.ts',
    'the contract importing the server',
  ],
  ['src/contract/media.ts', 'express', 'the contract importing Express'],
  ['src/ui/button.tsx', '#contract/calls.ts', 'a wordless part importing the contract'],
  ['src/site/header.tsx', '../../server/env.ts', 'browser code importing the server'],
  ['src/site/header.tsx', 'node:path', 'browser code importing Node'],
  [
    'src/site/header.tsx',
    '../admin/dashboard/dashboard-screen.tsx',
    'the site importing the admin',
  ],
  [
    'src/admin/dashboard/dashboard-screen.tsx',
    '../../site/header.tsx',
    'the admin importing the site',
  ],
  ['src/admin/documents/outbox.ts', 'react', 'the documents importing React'],
  [
    'src/admin/documents/database.ts',
    '../editing/draft-rules.ts',
    'the device’s storage importing the editing session',
  ],
  [
    'src/admin/documents/local.ts',
    '../../ui/show-toast.ts',
    'the device’s storage importing what draws',
  ],
  [
    'src/admin/shell/admin-bar.tsx',
    '../editing/state-word.tsx',
    'the frame importing the editing session',
  ],
  [
    'src/admin/editing/use-draft.ts',
    '../editor/editor-field.tsx',
    'the editing session importing the editor',
  ],
  [
    'src/admin/editor/fields/body-field.tsx',
    '../../edit/draft-editor.tsx',
    'the editor importing a screen',
  ],
  ['src/admin/create/creator.tsx', '../manage/item-queries.ts', 'a screen importing another'],
  ['src/admin/drafts/list.tsx', '../editing/draft.ts', 'a folder of the admin without a layer'],
  ['src/ui/button.tsx', '../api/call.ts', 'a wordless part calling the server'],
  ['src/site/header.tsx', '../pages/islands.ts', 'a feature importing pages'],
  ['src/site/header.tsx', 'vite-plugin-ssr/server', 'a feature importing the renderer'],
  [
    'server/content/read/settings.ts',
    '../catalog/store.ts',
    'a room of the content importing one above it',
  ],
  [
    'server/content/catalog/store.ts',
    '../../git/objects.ts',
    'one part of the server importing another',
  ],
  ['server/pages/pages.ts', '../content/store.ts', 'routes importing a part'],
  ['server/pages/pages.ts', '../../src/site/header.tsx', 'the server importing the browser'],
  ['server/content/catalog/store.ts', 'isomorphic-git', 'a package outside its owner'],
  ['server/content/feed.ts', 'sax', 'a package outside its owner'],
  ['server/import/plan-entries.ts', '../content/store.ts', 'the import importing a feature'],
  [
    'server/records/records.ts',
    '../people/accounts/accounts.ts',
    'the records importing a feature',
  ],
  ['src/admin/edit/drafts.ts', '@milkdown/kit/core', 'the editor outside its folder'],
  ['lib/thing.ts', './other.ts', 'a folder without a rule'],
])('a violation is found: %s importing %s (%s)', (file, specifier) => {
  expect(importComplaint(file, specifier)).toBeTruthy()
})

test.each([
  ['src/ui/utils.ts', ''],
  ['server/http/helpers.ts', ''],
  ['src/site/common/card.tsx', ''],
  ['server/content/index.ts', ''],
  ['src/ui/MyButton.tsx', ''],
  ['server/content/catalog/store.ts', '\n'.repeat(500)],
  ['server/content/catalog/store.ts', 'const all = { ...{ one, two }, three }'],
])('a file against the rules is found: %s', (file, source) => {
  expect(fileComplaint(file, source)).toBeTruthy()
})

test('the version of package.json has its section at the top of the changelog', () => {
  expect(releaseFault(JSON.parse(read('package.json')).version, read('CHANGELOG.md'))).toBeNull()
  expect(JSON.parse(read('package-lock.json')).version).toBe(
    JSON.parse(read('package.json')).version,
  )
})
