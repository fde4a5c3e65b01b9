import { parse as parseToml, TomlDate, TomlError } from 'smol-toml'
import type { FieldValue, FieldValues } from '#domain/import/entry.ts'
import { messageOf } from '../platform/errors.ts'

export interface FrontMatter {
  data: FieldValues
  body: string
  /** The line of the file on which the body starts. */
  bodyLine: number
  fault: { line: number; message: string } | null
}

/** Parses YAML without tags, and throws an error with the `line` of a fault. */
export type ParseYaml = (text: string) => FieldValues

/** The largest frontmatter that is parsed. */
const largest = 256 * 1024

/**
 * Reads the frontmatter of a text as YAML (`---`), TOML (`+++`) or JSON (`{`). Never throws: a
 * faulty one is reported, and the body is read nevertheless. `isLoose`: YAML may begin without a
 * line of its own, as in Hexo.
 */
export function readFrontMatter(
  source: string,
  parseYaml: ParseYaml,
  isLoose = false,
): FrontMatter {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  if (/^---(?:json|toml|js)?[ \t]*\n/.test(text)) {
    const language = /^---(\w*)/.exec(text)?.[1] ?? ''
    return fenced(text, '---', languages.get(language) ?? parseYaml)
  }
  if (/^\+\+\+[ \t]*\n/.test(text)) return fenced(text, '+++', tomlIn)
  if (/^\{[ \t]*\n/.test(text)) return jsonFirst(text)
  if (isLoose && /^(?:[\w-]+:[^\n]*\n|[ \t][^\n]*\n|- [^\n]*\n)+---[ \t]*\n/.test(text)) {
    const { bodyLine, ...read } = fenced(`---\n${text}`, '---', parseYaml)
    return { ...read, bodyLine: bodyLine - 1 }
  }
  return without(text)
}

function without(body: string, fault: FrontMatter['fault'] = null): FrontMatter {
  return { data: {}, body, bodyLine: 1, fault }
}

/**
 * The texts, numbers and flags of frontmatter in JavaScript, which is read and not run. Throws
 * where it would have to run for what a text is.
 */
const literalsIn: ParseYaml = (script) => {
  const data = new Map<string, FieldValue>()
  const names =
    /^[ \t]{0,20}(?:export[ \t]{1,5})?(?:const|let|var)[ \t]{1,5}(\w{1,50})[ \t]{0,5}=[ \t]{0,5}([^\n]*)$/gm
  for (const [, name = '', written = ''] of script.matchAll(names)) {
    const text = /^(["'`])([^"'`\\$]{0,1000})\1;?[ \t]{0,20}$/.exec(written)?.[2]
    const plain = /^(true|false|-?\d{1,15}(?:\.\d{1,15})?);?[ \t]{0,20}$/.exec(written)?.[1]
    const value = text ?? (plain === undefined ? undefined : (JSON.parse(plain) as FieldValue))
    if (value !== undefined) data.set(name, value)
    else if (/^(?:title|date|draft|permalink|published)$/.test(name)) refuseScript()
  }
  return data.size === 0 && !/^[ \t]{0,20}(?:const|let|var)\b/m.test(script)
    ? refuseScript()
    : Object.fromEntries(data)
}

function refuseScript(): never {
  throw new Error('it is JavaScript, which is not run')
}

function fenced(text: string, fence: string, parse: ParseYaml): FrontMatter {
  const start = text.indexOf('\n') + 1
  const end = text.startsWith(`${fence}\n`, start)
    ? start - 1
    : text.indexOf(`\n${fence}`, start - 1)
  if (end < 0)
    return without(text, { line: 1, message: `The frontmatter is not closed by a line '${fence}'` })
  const after = text.indexOf('\n', end + 1)
  const body = after < 0 ? '' : text.slice(after + 1)
  const bodyLine = text.slice(0, after < 0 ? text.length : after + 1).split('\n').length
  const inner = text.slice(start, Math.max(start, end + 1))
  return { ...parsed(inner, parse, 1), body, bodyLine }
}

function jsonFirst(text: string): FrontMatter {
  const end = text.search(/^\}[ \t]*$/m)
  if (end < 0) return without(text)
  const after = text.indexOf('\n', end)
  const head = text.slice(0, end + 1)
  return {
    ...parsed(head, jsonIn, 0),
    body: after < 0 ? '' : text.slice(after + 1),
    bodyLine: head.split('\n').length + 1,
  }
}

function parsed(
  inner: string,
  parse: ParseYaml,
  before: number,
): Pick<FrontMatter, 'data' | 'fault'> {
  if (inner.length > largest)
    return { data: {}, fault: { line: 1, message: 'The frontmatter is larger than 256 KB' } }
  try {
    return { data: parse(inner), fault: null }
  } catch (error) {
    const line = Number((error as { line?: unknown }).line ?? 1)
    const message =
      error instanceof TomlError ? (error.message.split('\n')[0] ?? '') : messageOf(error)
    return {
      data: {},
      fault: { line: before + line, message: `The frontmatter can't be read: ${message}` },
    }
  }
}

const tomlIn: ParseYaml = (text) => plain(parseToml(text)) as Record<string, FieldValue>

const jsonIn: ParseYaml = (text) => {
  const data: unknown = JSON.parse(text)
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new Error('it is no JSON object')
  return data as Record<string, FieldValue>
}

const languages: ReadonlyMap<string, ParseYaml> = new Map([
  ['js', literalsIn],
  ['json', jsonIn],
  ['toml', tomlIn],
])

function plain(value: unknown): FieldValue {
  if (value instanceof TomlDate) return value.toISOString()
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]))
  return value as FieldValue
}
