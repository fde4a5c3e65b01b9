import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { randomText } from '../../../tests/random-text.ts'
import { readFrontmatter } from './frontmatter.ts'

const read = (text: string | Uint8Array) =>
  readFrontmatter(typeof text === 'string' ? Buffer.from(text) : text)
const data = (text: string) => {
  const file = read(text)
  if (file.kind === 'unreadable') throw new Error(`${file.fault.line}: ${file.fault.message}`)
  return { ...file.data }
}
const fault = (text: string | Uint8Array) => {
  const file = read(text)
  return file.kind === 'unreadable' ? `${file.fault.line}: ${file.fault.message}` : null
}

afterEach(() => {
  expect(globalThis).not.toHaveProperty('pwned')
})

test('a file is taken apart into values, lines and body', () => {
  const file = read('---\ntitle: A\ntags:\n  - one\n  - two\n---\n\nBody\n---\nmore\n')
  expect(file).toMatchObject({ kind: 'frontmatter', body: '\nBody\n---\nmore\n', bodyLine: 7 })
  expect(file.kind === 'frontmatter' && Object.fromEntries(file.lines)).toEqual({
    title: 2,
    tags: 3,
    'tags.0': 4,
    'tags.1': 5,
  })
})

test.each(['\n', '\r\n'])(
  'the body is what stands behind the closing line, to the byte (%j)',
  (end) => {
    const bodies = [
      '',
      end,
      `  indented${end}`,
      `${end}${end}two empty lines`,
      `---${end}`,
      `text${end}---  ${end}text`,
    ]
    for (const body of bodies)
      for (const closing of ['---', '--- ', '---\t '])
        expect(read(`---${end}title: A${end}${closing}${end}${body}`)).toMatchObject({
          data: { title: 'A' },
          body,
        })
  },
)

test('carriage returns and separators without number are lines too, and are refused before a pattern meets them', () => {
  for (const sign of ['\r', '\u2028', '\u2029'])
    expect(fault(`---\n${sign.repeat(10_000)}\n---\nBody`)).toBe(
      "1: The frontmatter is not closed by a line '---' within 400 lines",
    )
})

test.each([
  ['a byte order mark', '\uFEFF---\ntitle: A\n---\nBody'],
  ['Windows line ends', '---\r\ntitle: A\r\n---\r\nBody'],
  ['spaces behind the fences', '---  \ntitle: A\n--- \t\nBody'],
  ['a named language', '---yaml\ntitle: A\n---\nBody'],
  ['a named language in capitals', '--- YAML\ntitle: A\n---\nBody'],
])('%s is accepted', (_what, text) => {
  expect(data(text)).toEqual({ title: 'A' })
  expect(read(text)).toMatchObject({ body: 'Body', bodyLine: 4 })
})

test('a file may end with its frontmatter', () => {
  expect(read('---\ntitle: A\n---')).toMatchObject({ body: '', bodyLine: 4 })
  expect(data('---\n---\nBody')).toEqual({})
  expect(data('---\n# only a comment\n---\nBody')).toEqual({})
})

test('numbers and booleans keep their spelling where the site expects text', () => {
  expect(
    data(
      '---\nabletonVersion: 11.0\ntitle: 1984\nexcerpt: true\ntags: [808, 3.10, 0x1F, no]\ndate: 2026-11-21\nslug: 017\nid: 7\nreadTime: 5\nfeatured: true\ndraft: false\n---\nx',
    ),
  ).toEqual({
    abletonVersion: '11.0',
    title: '1984',
    excerpt: 'true',
    tags: ['808', '3.10', '0x1F', 'no'],
    date: '2026-11-21',
    slug: '017',
    id: 7,
    readTime: 5,
    featured: true,
    draft: false,
  })
})

test('keys that name parts of objects are keys like any other', () => {
  const file = read('---\n__proto__: {polluted: true}\nconstructor: x\ntoString: y\n---\nx')
  expect(file).toMatchObject({ kind: 'frontmatter' })
  expect({}).not.toHaveProperty('polluted')
})

const javascript =
  "{title: (globalThis.pwned = 1, 'x'), run: require('child_process').execSync('true')}"
test.each([
  'js',
  'javascript',
  ' js',
  'JS',
  'JavaScript',
  'jsx',
  'coffee',
  'coffeescript',
  'cson',
  'json',
  'toml',
  'constructor',
  '__proto__',
])("frontmatter in '%s' is refused and never run", (language) => {
  expect(fault(`---${language}\n${javascript}\n---\nBody`)).toMatch(
    /^1: Frontmatter in '.*' is not read; only YAML/,
  )
})

test('a body that looks like frontmatter in JavaScript stays text', () => {
  expect(read(`---\ntitle: A\n---\n---js\n${javascript}\n---\n`)).toMatchObject({
    body: `---js\n${javascript}\n---\n`,
  })
})

test.each<[string, string | Uint8Array, RegExp]>([
  ['an empty file', '', /^1: The file is empty/],
  ['only white space', ' \n\n', /^1: The file is empty/],
  ['no frontmatter', '# Hello\n', /^1: The file must start with a line '---'/],
  ['a rule of four dashes', '----\ntitle: A\n---\n', /^1: The file must start/],
  ['a blank line first', '\n---\ntitle: A\n---\n', /^1: The file must start/],
  ['only carriage returns', '---\rtitle: A\r---\rBody', /^1: /],
  ['no closing line', '---\ntitle: A\n\nBody\n', /^1: The frontmatter is not closed/],
  [
    'a dash too many at the end',
    '---\ntitle: A\n----\nBody\n---\n',
    /^3: A line of the frontmatter starts with '---'/,
  ],
  [
    'a second document',
    '---\ntitle: A\n--- # next\nb: 1\n---\nBody',
    /^3: A line of the frontmatter starts/,
  ],
  ['an unclosed quote', '---\ntitle: "A\nexcerpt: b\n---\nx', /^\d: Invalid YAML/],
  ['a tab for indentation', '---\ntags:\n\t- a\n---\nx', /^3: Invalid YAML/],
  ['a value that looks like a map', '---\nid: 1\ntitle: A: B\n---\nx', /^3: Invalid YAML/],
  ['an unclosed list', '---\nid: 1\ntags: [a, b\nexcerpt: x\n---\nx', /^\d: Invalid YAML/],
  ['a repeated key', '---\ntitle: A\nid: 1\ntitle: B\n---\nx', /^4: The key 'title' stands twice/],
  ['a repeated key deeper down', '---\na:\n  b: 1\n  b: 2\n---\nx', /^4: The key 'b' stands twice/],
  ['a tag', '---\ntitle: A\nid: !!js/function "x"\n---\nx', /^3: YAML tags/],
  ['a harmless tag', '---\ntitle: !!str 5\n---\nx', /^2: YAML tags/],
  ['an alias', '---\ntitle: &a A\nexcerpt: *a\n---\nx', /^3: YAML aliases/],
  ['a list of values', '---\n- a\n- b\n---\nx', /^2: Only 'key: value' lines/],
  ['one value', '---\nhello\n---\nx', /^2: Only 'key: value' lines/],
  ['a map for a key', '---\n? {a: 1}\n: b\n---\nx', /^2: A key must be plain text/],
  ['a NUL byte', Buffer.from('---\ntitle: A\n---\nx\0y'), /^1: The file is binary/],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /^1: The file is binary/],
  [
    'Latin-1 text',
    Buffer.from('---\ntitle: Gr\xfc\xdfe\n---\nx', 'latin1'),
    /^1: The file is not UTF-8/,
  ],
  [
    '5 MB',
    Buffer.alloc(5 * 1024 * 1024, '---\ntitle: A\n---\n'),
    /^1: The file is larger than 1 MB \(5\.0 MB\)/,
  ],
  [
    'frontmatter of 40 KB',
    `---\ntitle: ${'a'.repeat(40_000)}\n---\nx`,
    /^1: The frontmatter is larger than 32 KB/,
  ],
  [
    'frontmatter of 500 lines',
    `---\n${'a:\n'.repeat(500)}---\nx`,
    /^1: The frontmatter is not closed .* within 400 lines/,
  ],
  [
    'lists in lists',
    `---\na: ${'['.repeat(3000)}${']'.repeat(3000)}\n---\nx`,
    /^2: The YAML is nested too deeply/,
  ],
  ['maps in maps', `---\n${'{a: '.repeat(8000)}\n---\nx`, /^2: The YAML is nested too deeply/],
  [
    'dashes after dashes',
    `---\n${'- '.repeat(16_000)}\n---\nx`,
    /^2: The YAML is nested too deeply/,
  ],
  ['marks after marks', `---\n${'? '.repeat(16_000)}\n---\nx`, /^2: The YAML is nested too deeply/],
])('%s is a fault with its line', (_what, text, expected) => {
  expect(fault(text)).toMatch(expected)
})

test('thousands of keys are read in no time that matters', () => {
  const keys = Array.from({ length: 2500 }, (_, index) => `k${index}: 1`)
  expect(Object.keys(data(`---\na: {${keys.join(', ')}}\n---\nx`).a as object)).toHaveLength(2500)
})

/** `npm run soak -- properties` tries that many times as many texts as `npm test`. */
const times = Number(import.meta.env.PROPERTY_TIMES ?? 1)

test('no bytes make reading throw', () => {
  const pieces = fc.constantFrom(
    '---',
    '\n',
    '\r\n',
    'js',
    'title: ',
    'a: ',
    '- ',
    '"',
    "'",
    '|',
    '>',
    '{',
    '[',
    ']',
    '}',
    '&a ',
    '*a',
    '!!x ',
    '# ',
    ': ',
    ' ',
    '\t',
    '? ',
    '%YAML 1.1',
    '...',
    '\u0085',
    '\uFEFF',
    'é',
    '🔥',
  )
  const texts = fc.array(fc.oneof(pieces, randomText({ maxLength: 6 })), { maxLength: 60 })
  fc.assert(
    fc.property(texts, fc.boolean(), (parts, fenced) => {
      const text = parts.join('')
      expect(read(fenced ? `---\n${text}\n---\nbody` : text).kind).toMatch(
        /^(frontmatter|unreadable)$/,
      )
    }),
    { numRuns: 250 * times },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => void read(bytes)),
    { numRuns: 100 * times },
  )
})

test('every line of a fault lies in the file', () => {
  const lines = fc.array(
    fc.constantFrom(
      'title: A',
      'a: [1',
      'b: "x',
      '  c: 1',
      '\tx: 1',
      '- y',
      'title: B',
      'z: *a',
      '',
    ),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(lines, (content) => {
      const text = `---\n${content.join('\n')}\n---\nbody\n`
      const file = read(text)
      if (file.kind !== 'unreadable') return
      expect(file.fault.line).toBeGreaterThanOrEqual(1)
      expect(file.fault.line).toBeLessThanOrEqual(content.length + 2)
    }),
  )
})
