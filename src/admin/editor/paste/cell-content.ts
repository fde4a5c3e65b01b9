import { Fragment, type Node, type Schema } from '@milkdown/kit/prose/model'

/**
 * The content of blocks in one line, as a cell of a Markdown table has it: a line break between
 * blocks, and the mark of its list before each item.
 */
export function cellContent(blocks: Fragment, schema: Schema): Fragment {
  const lines = linesOf(blocks, schema).filter((line) => line.size > 0)
  const { hardbreak } = schema.nodes
  return lines.reduce(
    (joined, line, index) =>
      (index === 0 || !hardbreak ? joined : joined.addToEnd(hardbreak.create())).append(line),
    Fragment.empty,
  )
}

function linesOf(blocks: Fragment, schema: Schema): Array<Fragment> {
  const lines: Array<Fragment> = []
  blocks.forEach((block) => {
    const name = block.type.name
    if (block.isInline) lines.push(Fragment.from(block))
    else if (block.type.spec.code) lines.push(...codeLines(block.textContent, schema))
    else if (block.isTextblock) lines.push(block.content)
    else if (typeof block.attrs.value === 'string')
      lines.push(...codeLines(block.attrs.value, schema))
    else if (name === 'bullet_list' || name === 'ordered_list')
      lines.push(...itemLines(block, schema))
    else if (name === 'table_row' || name === 'table_header_row') lines.push(rowLine(block, schema))
    else lines.push(...linesOf(block.content, schema))
  })
  return lines
}

function codeLines(code: string, schema: Schema): Array<Fragment> {
  const mark = schema.marks.inlineCode
  return code
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Fragment.from(schema.text(line, mark ? [mark.create()] : [])))
}

function itemLines(list: Node, schema: Schema): Array<Fragment> {
  const isOrdered = list.type.name === 'ordered_list'
  const start = Number(list.attrs.order ?? 1)
  const lines: Array<Fragment> = []
  list.forEach((item, _offset, index) => {
    const box = item.attrs.checked === null ? '' : item.attrs.checked ? '[x] ' : '[ ] '
    const mark = schema.text(`${isOrdered ? `${start + index}.` : '•'} ${box}`)
    const [first = Fragment.empty, ...rest] = linesOf(item.content, schema)
    lines.push(Fragment.from(mark).append(first), ...rest)
  })
  return lines
}

/** The cells of a row, with a space between them. */
function rowLine(row: Node, schema: Schema): Fragment {
  const cells: Array<Fragment> = []
  row.forEach((cell) => {
    const content = cellContent(cell.content, schema)
    if (content.size > 0) cells.push(content)
  })
  return cells.reduce(
    (line, cell, index) => (index === 0 ? cell : line.addToEnd(schema.text(' ')).append(cell)),
    Fragment.empty,
  )
}
