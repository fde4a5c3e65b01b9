import fc from 'fast-check'

/**
 * A block of HTML as writers put it into files, in lines; the texts that stand in it are numbered
 * later.
 */
type Lines = Array<string>

const word = '@'
const line = fc.constantFrom(
  word,
  `the ${word} loop`,
  `the <b class="k">${word} loop</b>, <!-- note --> ${word}`,
  `${word} &amp; ${word} &copy; <a href="/x" class="k">the ${word}</a>`,
  `${word}<br>`,
  `${word} (<em>${word}</em>)`,
)
const attributes = fc.constantFrom(
  '',
  ' class="lead"',
  ' class="a b" data-x="1"',
  ' align="center"',
)
const indent = fc.constantFrom('', '  ', '    ')

const leaf: fc.Arbitrary<Lines> = fc.oneof(
  fc
    .tuple(fc.constantFrom('p', 'h3', 'div', 'blockquote', 'P'), attributes, line)
    .map(([name, own, text]) => [`<${name}${own}>${text}</${name}>`]),
  fc
    .tuple(attributes, indent, line, line)
    .map(([own, space, a, b]) => [`<p${own}>`, space + a, space + b, '</p>']),
  fc
    .tuple(indent, line)
    .map(([space, text]) => [
      '<ul class="x">',
      `${space}<li>${text}</li>`,
      '<li>the loop</li>',
      '</ul>',
    ]),
  fc
    .tuple(indent, line)
    .map(([space, text]) => [
      '<dl>',
      `${space}<dt>the ${word}</dt>`,
      `${space}<dd>${text}</dd>`,
      '</dl>',
    ]),
  fc
    .tuple(attributes, indent, line)
    .map(([own, space, text]) => [
      `<pre${own}>`,
      `${space}the  ${word}`,
      `${space}  ${text}`,
      '</pre>',
    ]),
  line.map((text) => ['<table>', `  <tr><td>the</td><td>${text}</td></tr>`, '</table>']),
  fc.constant<Lines>(['<!-- a comment -->']),
)

const indented = (space: string, lines: ReadonlyArray<string>) =>
  lines.map((text) => (text === '' ? '' : space + text))

/** Elements around others; an empty line in them begins Markdown. */
const around: fc.Arbitrary<Lines> = fc
  .record({
    form: fc.constantFrom('details', 'div', 'figure', 'section'),
    attributes,
    space: indent,
    inside: fc.array(leaf, { minLength: 1, maxLength: 3 }),
    text: line,
    markdown: fc.boolean(),
  })
  .map(({ form, attributes: own, space, inside, text, markdown }) => [
    `<${form}${form === 'details' ? ' open' : own}>`,
    ...(form === 'details' ? indented(space, [`<summary>${text}</summary>`]) : []),
    ...indented(space, inside.flat()),
    ...(markdown
      ? [
          '',
          `Some *${word}* [link](/x).`,
          '',
          `- the ${word}`,
          '- the loop',
          '',
          '<p class="x">',
          text,
          '</p>',
        ]
      : []),
    ...(form === 'figure' ? indented(space, [`<figcaption>${text}</figcaption>`]) : []),
    `</${form}>`,
  ])

const nested: fc.Arbitrary<Lines> = fc
  .tuple(around, indent, around)
  .map(([outer, space, inner]) => [
    ...outer.slice(0, -1),
    ...indented(space.slice(0, 2), inner),
    ...outer.slice(-1),
  ])

const container = fc.constantFrom<[first: string, further: string]>(
  ['', ''],
  ['- ', '  '],
  ['> ', '> '],
  ['1. the loop\n\n   ', '   '],
)

/** A text with a block of HTML between Markdown, whose words `w0`, `w1` … each stand in it once. */
export const textWithHtml: fc.Arbitrary<string> = fc
  .record({ block: fc.oneof(leaf, around, nested), container, end: fc.constantFrom('\n', '\r\n') })
  .map(({ block, container: [first, further], end }) => {
    const lines = block.map((text, index) => ((index === 0 ? first : further) + text).trimEnd())
    let count = -1
    const text =
      `The ${word} loop.\n\n${lines.join('\n')}\n\nThe *${word}* loop &amp; end.\n`.replace(
        /@/g,
        () => {
          count += 1
          return `w${count}`
        },
      )
    return text.replaceAll('\n', end)
  })
