import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, csvText, readCsv } from './csv.ts'

const filled = (text: string) => [...readCsv(text)].flatMap((row) => row ?? [])
const rows = (text: string) => filled(text).map(({ cells }) => cells)

test.each([
  ['=1+1', `'=1+1`],
  ['+1', `'+1`],
  ['-1', `'-1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `"'\t=1"`],
  [' =1', `' =1`],
  ['＝1', `'＝1`],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['a\nb', '"a\nb"'],
  ['ada@example.org', 'ada@example.org'],
])('the cell %j is written as %s', (cell, text) => {
  expect(csvLine([cell])).toBe(`${text}\r\n`)
})

test('commas, semicolons and tabs separate cells, any line end works, and empty lines are ignored', () => {
  expect(rows('a,b\r\n1,2\r\n\r\n3,4')).toEqual([
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
  ])
  expect(rows('a;b,c\n1;2')).toEqual([['a;b', 'c'], ['1;2']])
  expect(rows('a\tb\r1\t2\r')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(filled('a\n"1\n2"\n3').map(({ line }) => line)).toEqual([1, 2, 4])
})

test('the separator in the first line of a spreadsheet applies, and that line is no row', () => {
  const found = filled('\ufeffsep=;\r\nemail;a,b\r\nada@example.org;1,2\r\n')
  expect(found).toEqual([
    { line: 2, cells: ['email', 'a,b'] },
    { line: 3, cells: ['ada@example.org', '1,2'] },
  ])
})

test.each([
  ['UTF-8', Buffer.from('é;ж\n')],
  ['UTF-8 with its mark', Buffer.from('\ufeffé;ж\n')],
  ['UTF-16, little end first', Buffer.from('\ufeffé;ж\n', 'utf16le')],
  ['UTF-16, big end first', Buffer.from('\ufeffé;ж\n', 'utf16le').swap16()],
])('%s is read', (_, bytes) => {
  expect(rows(csvText(bytes))).toEqual([['é', 'ж']])
})

test('a file that is not Unicode is read as Windows-1252', () => {
  expect(csvText(Buffer.from([0x65, 0xe9]))).toBe('eé')
  expect(csvText(Buffer.alloc(0))).toBe('')
})

test('every written text is read again, except for spaces around it', () => {
  const cell = fc
    .string({ unit: fc.constantFrom(...'a=+-@",;\'\n\r\t é|%') })
    .map((text) => text.trim())
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      (table) => {
        const head = ['x', 'y']
        const text = [head, ...table].map(csvLine).join('')
        // An apostrophe before a formula counts as one that `csvLine` added.
        fc.pre(!table.flat().some((one) => /^'[\s=+\-@|%]/.test(one)))
        expect(rows(text)).toEqual([
          head,
          ...table.filter((cells) => cells.some((one) => one !== '')),
        ])
      },
    ),
  )
})

test('every text is read, or refused in one sentence', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'a",;\n\r\t\'=') }), (text) => {
      try {
        for (const { line } of filled(text)) expect(line).toBeGreaterThan(0)
      } catch (error) {
        expect(error).toMatchObject({ name: 'CsvError' })
      }
    }),
  )
})
