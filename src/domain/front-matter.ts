/** What front matter proposes for the fields of an item; empty where it proposes nothing. */
export interface FrontMatterFields {
  title: string
  excerpt: string
  metaDescription: string
  tags: Array<string>
}

/** A text in two parts, which make the whole text when joined. */
export interface TextWithFrontMatter {
  /** With both of its lines `---`. */
  head: string
  body: string
  /** All keys of the front matter, in its order. */
  keys: Array<string>
  fields: FrontMatterFields
}

const mostLines = 400
const keyLine = /^([\p{L}_][\p{L}\p{N}_.-]*):(?:[ \t](.*))?$/u
/** A line that belongs to the key above it, or to none. */
const otherLine = /^(?:[ \t#]|-[ \t]|[-\]}]?$)/

/**
 * Separates the front matter at the start of a pasted text. Null for a text without any, also when
 * it only begins with a rule: front matter is between two lines `---`, begins right below the
 * first, and has only keys with their values. Reads lines instead of YAML: it needs no library in
 * the browser, and a title with an unquoted colon is read.
 */
export function withFrontMatter(text: string): TextWithFrontMatter | null {
  const lines = text.split('\n', mostLines)
  const isRule = (line = '') => line.replace(/^\ufeff/, '').trimEnd() === '---'
  if (!isRule(lines[0])) return null
  const end = lines.findIndex((line, at) => at > 0 && isRule(line))
  const inner = lines.slice(1, Math.max(1, end)).map((line) => line.trimEnd())
  const entries = entriesOf(inner)
  if (!entries) return null
  const length = lines.slice(0, end + 1).join('\n').length + 1
  const first = (...names: Array<string>) =>
    textOf(names.map((name) => entries.get(name)).find((value) => value !== undefined) ?? [])
  return {
    head: text.slice(0, length),
    body: text.slice(length),
    keys: [...entries.keys()],
    fields: {
      title: first('title'),
      excerpt: first('excerpt', 'description', 'summary'),
      metaDescription: first('metaDescription'),
      tags: listOf(entries.get('tags') ?? []),
    },
  }
}

/**
 * The lines of the value of each key, the first of them behind its colon. Null when a line is none
 * of a mapping.
 */
function entriesOf(lines: ReadonlyArray<string>): Map<string, Array<string>> | null {
  const entries = new Map<string, Array<string>>()
  let value: Array<string> | null = null
  for (const line of lines) {
    const [, key, start = ''] = keyLine.exec(line) ?? []
    if (key !== undefined) {
      value = [start.trim()]
      entries.set(key, value)
    } else if (!value || !otherLine.test(line)) return null
    else if (!/^\s*#/.test(line)) value.push(line.trim())
  }
  return value ? entries : null
}

/** A value on one line or over several: plain, quoted or a block with `|` or `>`. */
function textOf([start = '', ...more]: ReadonlyArray<string>): string {
  const lines = /^[|>][-+\d]*$/.test(start) ? more : [start, ...more]
  return unquoted(lines.filter(Boolean).join(' '))
}

/** A list by lines with `-`, in brackets, or with commas. */
function listOf([start = '', ...more]: ReadonlyArray<string>): Array<string> {
  const items = start
    ? withoutComment([start, ...more].join(' '))
        .replace(/^\[|\]$/g, '')
        .split(',')
    : more.map((line) => line.replace(/^-[ \t]*/, ''))
  return items.map((item) => unquoted(item.trim())).filter(Boolean)
}

/** A scalar without its quotes, or a plain one without a comment. */
function unquoted(value: string): string {
  const [, double, single] = /^"((?:[^"\\]|\\.)*)"|^'((?:[^']|'')*)'/.exec(value) ?? []
  if (double !== undefined)
    return double.replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, code, sign) =>
      code ? String.fromCharCode(Number.parseInt(code, 16)) : /[nt]/.test(sign) ? ' ' : sign,
    )
  if (single !== undefined) return single.replaceAll("''", "'")
  return withoutComment(value)
}

function withoutComment(value: string): string {
  const at = value.search(/[ \t]#/)
  return (at < 0 ? value : value.slice(0, at)).trim()
}
