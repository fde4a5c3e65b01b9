import { everyField } from '#domain/item/item-fields.ts'
import { techniqueLevels } from '#domain/item/vocabulary.ts'
import type { PlainValue } from '../frontmatter/safe-yaml.ts'
import { isPlainMap } from '../frontmatter/yaml-source.ts'

/**
 * A value in the form that the schema of its field expects (undefined for none), and a warning for
 * the writer.
 */
export interface Reading {
  value: PlainValue | undefined
  warning?: string
}

type Reader = (value: PlainValue, key: string) => Reading

/**
 * Readers of values that people and other tools write in several ways. They return values that they
 * cannot read unchanged; `file-reading.ts` has the replacements for those. The file is never
 * changed.
 */
const lenientValues: Readonly<Partial<Record<string, Reader>>> = {
  id: (value, key) => wholeNumber(value, key, /^\d{1,15}$/),
  issueNumber: (value, key) => wholeNumber(value, key, /^#?\d{1,6}$/),
  readTime: (value, key) =>
    wholeNumber(value, key, /^\d{1,4}(?:\.\d{1,3})? ?(?:m|min|mins|minutes?)?(?: read)?$/i),
  category: firstOf,
  series: firstOf,
  author: names,
  imageUrl: address,
  aliases: oldAddresses,
  techniqueLevel: (value) => ({
    value: techniqueLevels.find((level) => level === lower(value)) ?? value,
  }),
  // People write 11 and 12 for 11.0 and 12.0.
  abletonVersion: (value) => ({
    value: typeof value === 'string' && /^\d+$/.test(value) ? `${value}.0` : value,
  }),
}

const ofKind: Readonly<Partial<Record<string, Reader>>> = {
  number: (value, key) => wholeNumber(value, key, /^\d{1,9}$/),
  flag,
  list,
}

/** The reader of a field: its own, or that of its kind of value. */
export function lenientReader(name: string): Reader | undefined {
  const form = Object.hasOwn(everyField, name) ? everyField[name]?.form : undefined
  return lenientValues[name] ?? (form ? ofKind[form] : undefined)
}

/**
 * The reader of a field of an article whose words are the site's own: levels in any capitals, and
 * the first of several categories.
 */
export function ownReader(name: string): Reader | undefined {
  return name === 'techniqueLevel'
    ? (value) => ({ value: lower(value) || value })
    : name === 'category'
      ? firstOf
      : undefined
}

/**
 * The address of an alias, or null when it is not one of this site: an address of another site, or
 * a name that other tools write under this key.
 */
export function aliasAddress(text: string): string | null {
  if (/^\/(?!\/)\S*$/.test(text)) return text
  const path = text.trim().replace(/^\.\//, '')
  return /^[^\s:/.][^\s:]*$/.test(path) ? `/${path}` : null
}

function wholeNumber(value: PlainValue, key: string, spelling: RegExp): Reading {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  const number = Math.round(Number.parseFloat(text.replace('#', '')))
  return spelling.test(text) && number !== value
    ? { value: number, warning: readAs(key, number) }
    : { value }
}

function flag(value: PlainValue, key: string): Reading {
  const word = lower(value)
  if (word === 'true' || word === 'false') return { value: word === 'true' }
  if (['yes', 'on', '1'].includes(word)) return { value: true, warning: readAs(key, true) }
  if (['no', 'off', '0'].includes(word)) return { value: false, warning: readAs(key, false) }
  return { value }
}

function list(value: PlainValue, key: string): Reading {
  if (typeof value === 'string') {
    const parts = value.split(value.includes(',') ? ',' : /\s+/).map((part) => part.trim())
    const items = parts.filter(Boolean)
    return { value: items, warning: readAs(key, `[${items.join(', ')}]`) }
  }
  if (!Array.isArray(value)) return { value }
  const items = value.filter((item) => typeof item === 'string' && item.trim() !== '')
  return items.length === value.length
    ? { value }
    : { value: items, warning: `${key} has entries that are no text; they are left out` }
}

function firstOf(value: PlainValue, key: string): Reading {
  if (!Array.isArray(value)) return { value }
  const first = value.find((item) => typeof item === 'string' && item.trim() !== '')
  return {
    value: first,
    ...(first !== undefined && value.length > 1 && { warning: readAs(key, String(first)) }),
  }
}

/** The names of authors; one may be a text, and some tools write each as a map. */
function names(value: PlainValue): Reading {
  const items = (Array.isArray(value) ? value : [value]).map((item) =>
    isPlainMap(item) ? item.name : item,
  )
  return items.every((item) => typeof item === 'string')
    ? { value: items.map((item) => item.trim()).filter(Boolean) }
    : { value }
}

/** The address of a picture; some tools write it as a map with the address and the text. */
function address(value: PlainValue): Reading {
  if (!isPlainMap(value)) return { value }
  const inner = [value.image, value.src, value.url].find((one) => typeof one === 'string')
  return { value: inner ?? value }
}

function oldAddresses(value: PlainValue): Reading {
  const items = typeof value === 'string' ? [value] : value
  if (!Array.isArray(items)) return { value }
  const texts = items.map((item) => (typeof item === 'string' ? item : null))
  const read = texts.map((text) => (text === null ? null : aliasAddress(text)))
  const relative = texts.findIndex(
    (text, index) => text !== null && read[index] !== null && text !== read[index],
  )
  const unread = read.indexOf(null)
  const warnings = [
    ...(relative < 0 ? [] : [`The alias '${texts[relative]}' is read as '${read[relative]}'`]),
    ...(unread < 0
      ? []
      : [`An alias is a path on this site that starts with /; ${shown(items[unread])} is none`]),
  ]
  return {
    value: read.filter((path) => path !== null),
    ...(warnings.length > 0 && { warning: warnings.join('; ') }),
  }
}

function readAs(key: string, value: string | number | boolean) {
  return `${key} is read as ${value}`
}

/** A value for use in a message. */
export function shown(value: PlainValue | undefined): string {
  if (value === undefined || typeof value === 'object') return 'this'
  return `'${String(value).slice(0, 80)}'`
}

function lower(value: PlainValue) {
  return typeof value === 'string' ? value.trim().toLowerCase() : ''
}
