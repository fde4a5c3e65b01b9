import fc from 'fast-check'

/**
 * For tests: random Markdown as people write it; each document has its own style, some mix several.
 */

const word = fc.constantFrom(
  ...'warp clip scene return send filter drum rack macro tempo swing loop take bounce sample groove pad'.split(
    ' ',
  ),
  'snake_case',
  '5\\*3',
  'A&B',
  '“quoted”',
  'café',
  '12.1',
  'don’t',
  'C#',
  '&copy;',
  '&nbsp;',
  '1.5',
)
const words = fc.array(word, { minLength: 1, maxLength: 5 }).map((list) => list.join(' '))

const inline = fc.oneof(
  { weight: 8, arbitrary: words },
  words.map((text) => `*${text}*`),
  words.map((text) => `_${text}_`),
  words.map((text) => `**${text}**`),
  words.map((text) => `__${text}__`),
  words.map((text) => `**_${text}_**`),
  words.map((text) => `~~${text}~~`),
  words.map((text) => `\`${text}\``),
  words.map((text) => `[${text}](/article/warp-modes)`),
  words.map((text) => `[${text}](https://example.org/a_b "A title")`),
  words.map((text) => `[${text}][one]`),
  words.map((text) => `![${text}](/media/a.png)`),
  words.map((text) => `<u>${text}</u>`),
  words.map((text) => `<mark data-color="yellow">${text}</mark>`),
  words.map((text) => `<span class="k">${text}</span> and <!-- a note --> more`),
  fc.constantFrom(
    '[one]',
    '<https://example.org>',
    'https://example.org/x',
    '[^note]',
    '[^inner]',
    '\\*not bold\\*',
    '\\[todo]',
    '[todo]',
  ),
)

const line = fc.array(inline, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '))
const lineEnd = fc.constantFrom('\n', '\n', '\n', '  \n', '\\\n')
const paragraph = fc
  .tuple(line, fc.array(fc.tuple(lineEnd, line), { maxLength: 2 }))
  .map(([first, rest]) => first + rest.map(([end, text]) => end + text).join(''))

const heading = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), line)
    .map(([depth, text]) => `${'#'.repeat(depth)} ${text}`),
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), line)
    .map(([depth, text]) => `${'#'.repeat(depth)} ${text} ${'#'.repeat(depth)}`),
  fc
    .tuple(fc.constantFrom('===', '---', '----------'), line)
    .map(([rule, text]) => `${text}\n${rule}`),
)

const codeText = fc.array(
  fc.constantFrom('let a = 1', '  indented()', '', '# no heading', '- no item', '<b>'),
  {
    minLength: 1,
    maxLength: 4,
  },
)
const code = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('```', '~~~', '````'),
      fc.constantFrom('', 'js', 'ts', 'js {1,3} title="x"'),
      codeText,
    )
    .map(([fence, info, lines]) => [fence + info, ...lines, fence].join('\n')),
  codeText
    .filter((lines) => lines[0] !== '' && lines.at(-1) !== '')
    .map((lines) => lines.map((text) => text && `    ${text}`).join('\n')),
)

const html = fc.constantFrom(
  '<!-- a comment -->',
  '<!-- a comment\nof two lines -->',
  '<div class="x">\n<b>raw</b>\n</div>',
  '<p align="center">In the middle</p>',
  '<details>\n<summary>More</summary>\n\nInside.\n\n</details>',
  '<details><summary>More</summary>\nsnare\n</details>\nhat',
  '<details><summary>More</summary>\n\nkick *hat*\n\n- snare\n\n</details>',
  '<div align="center">\n\nkick snare\n\n</div>',
  '<p align="center">kick</p>\nsnare hat',
  '<p align="center">kick <i>hat</i></p>\n<p align="center">snare</p>',
)
const rule = fc.constantFrom('---', '***', '___', '* * *', '----------').map((text) => text)

const cell = fc.oneof(words, fc.constantFrom('`a \\| b`', '**b**', '', '[x](/y)'))
const table = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 0, max: 3 }),
    fc.constantFrom('tight', 'plain', 'aligned', 'bare'),
  )
  .chain(([width, height, style]) =>
    fc
      .tuple(
        fc.array(fc.constantFrom('---', ':--', '--:', ':-:'), {
          minLength: width,
          maxLength: width,
        }),
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
          minLength: height + 1,
          maxLength: height + 1,
        }),
      )
      .map(([rules, rows]) => writeTable(rules, rows, style)),
  )

function writeTable(rules: Array<string>, rows: Array<Array<string>>, style: string): string {
  const lines = [rows[0]!.map((text) => text || 'head'), rules, ...rows.slice(1)]
  const widths = rules.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)))
  return lines
    .map((cells, row) => {
      if (style === 'tight') return `|${cells.join('|')}|`
      if (style === 'bare' && cells.length > 1 && cells[0] && cells.at(-1)) return cells.join(' | ')
      if (style !== 'aligned') return `| ${cells.join(' | ')} |`
      const filled = cells.map((text, column) => {
        const rest = widths[column]! - text.length
        return row === 1 ? text.replace('-', '-'.repeat(rest + 1)) : text + ' '.repeat(rest)
      })
      return `| ${filled.join(' | ')} |`
    })
    .join('\n')
}

const note = fc
  .tuple(fc.constantFrom('inner', 'inner', 'other'), words, fc.constantFrom('', '\n\n    Below.'))
  .map(([name, text, below]) => `[^${name}]: ${text}${below}`)

const { block } = fc.letrec<{ block: string; list: string; quote: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    { weight: 6, arbitrary: paragraph },
    { weight: 2, arbitrary: heading },
    code,
    html,
    rule,
    table,
    note,
    { weight: 4, arbitrary: tie('list') },
    { weight: 2, arbitrary: tie('quote') },
  ),
  quote: fc
    .tuple(
      fc.constantFrom('> ', '>'),
      fc.constantFrom('', '', '[!TIP]\n'),
      fc.array(tie('block'), { minLength: 1, maxLength: 2 }),
    )
    .map(([mark, callout, blocks]) => {
      const lines = (callout + blocks.join('\n\n')).split('\n')
      return lines.map((text) => (text ? mark + text : '>')).join('\n')
    }),
  list: fc
    .tuple(
      fc.constantFrom('- ', '* ', '+ ', '1. ', '1) ', '-   ', '1.1. ', ' - '),
      fc.boolean(),
      fc.array(
        fc.tuple(
          fc.constantFrom('', '', '', '[ ] ', '[x] '),
          paragraph,
          fc.option(tie('block'), { freq: 3 }),
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
    )
    .map(([mark, loose, items]) =>
      items
        .map(([box, first, more], index) => {
          const marker =
            mark === '1.1. ' ? '1. ' : mark.replace(/\d+/, (start) => String(Number(start) + index))
          const below = more
            ? (loose || !/^(?:[-*+]|1[.)]) /.test(more) ? '\n\n' : '\n') + more
            : ''
          return (
            marker + (box + first + below).replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`)
          )
        })
        .join(loose ? '\n\n' : '\n'),
    ),
}))

/** A whole body; most have reference and footnote definitions. */
export const sampleDocument: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(block, { minLength: 1, maxLength: 4 }),
    fc.integer({ min: 0, max: 4 }),
    fc.constantFrom('\n\n', '\n\n', '\n\n\n', '\n \n'),
    fc.constantFrom('\n', '\n', '', '\n\n'),
    fc.constantFrom('', '', '\n', '\ufeff'),
    fc.constantFrom('\n', '\n', '\r\n'),
  )
  .map(([blocks, place, gap, end, start, eol]) => {
    const definitions = [
      '[one]: https://example.org/one "One"',
      '[^note]: A note with *words*.\n\n    And more.',
    ]
    const all = [...blocks.slice(0, place), ...definitions, ...blocks.slice(place)]
    return (start + all.join(gap) + end).replaceAll('\n', eol)
  })
