import { everyEnglish } from '#domain/site/text-settings.ts'

/**
 * The letters of English in one of another script, and back in none: no word of a made-up text has
 * a Latin letter.
 */
const letters = 'αβψδεφγηιξκλμνοπθρστυωχζύώ'

/** A text in the made-up language. Words in braces stand for values and stay. */
export function madeUp(text: string): string {
  return text
    .split(/(\{\w+\})/)
    .map((part) =>
      part.startsWith('{')
        ? part
        : part.replace(
            /[a-z]/gi,
            (letter) => letters[(letter.toLowerCase().codePointAt(0) ?? 97) - 97] ?? letter,
          ),
    )
    .join('')
}

/** Every text of the public site in the made-up language. */
export const madeUpTexts = Object.fromEntries(
  Object.entries(everyEnglish).map(([key, text]) => [key, madeUp(text)]),
)

/**
 * Words that are the same in every language: names of formats and programs, units, and addresses.
 */
const named =
  /\b(?:RSS|Atom|JSON Feed|KB|MB|MIDI|UTC|HTML|CSS|YAML|TypeScript|user:create|YouTube|Vimeo|dB|BPM|WAV|ZIP|TXT)\b|(?:www\.youtube-nocookie|(?:player\.)?vimeo)\.com(?:\/\d+)?|[\w.-]+\.(?:txt|zip|wav|test)\b|https?:\/\/\S+/g

/** The words in Latin letters of a text. */
export function latinWords(text: string): Array<string> {
  return (
    text
      .replace(named, '')
      .replace(/\{\w+\}/g, '')
      .match(/\p{Script=Latin}{2,}/gu) ?? []
  )
}

/** Attributes that are read out, shown, or said by a script. */
const said =
  /^(?:alt|title|aria-label|aria-valuetext|aria-roledescription|placeholder|label|content|data-(?!category|props|player|src|path|sound|island|prefix|theme|speculation|id|type).*)$/
/** Values of `meta` that are for programs. */
const ofPrograms =
  /^(?:viewport|color-scheme|supported-color-schemes|theme-color|robots|twitter:card|og:type|og:url|og:image|og:image:(?:width|height)|article:(?:published|modified)_time)$/

/** Whether a value is for people: in `data-…` only a sentence or a capitalized word is. */
function isForPeople(attribute: string, value: string): boolean {
  if (value.startsWith('/')) return false
  return !attribute.startsWith('data-') || /^\p{Lu}\p{Ll}|\s/u.test(value)
}

/**
 * The words of a page in Latin letters: of what it shows, says, and tells its scripts and search
 * engines. The pages are our own, so patterns can read them.
 */
export function latinWordsOf(html: string): Array<string> {
  const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  const bare = html.replace(/<(script|style)\b[^>]*>.*?<\/\1>|<!--.*?-->/gs, ' ')
  const words = data.flatMap(([, json = '']) => namesIn(JSON.parse(json)))
  words.push(...latinWords(readable(bare.replace(/<[^>]*>/g, '\n'))))
  for (const [, tag = '', attributes = ''] of bare.matchAll(/<([a-z][\w-]*)\s([^>]*)>/g)) {
    const values = new Map(
      [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        readable(value),
      ]),
    )
    if (tag === 'meta' && ofPrograms.test(values.get('name') ?? values.get('property') ?? ''))
      continue
    for (const [key, value] of values)
      if (said.test(key) && isForPeople(key, value)) words.push(...latinWords(value))
    const props = values.get('data-props')
    if (props) words.push(...namesIn(JSON.parse(props)))
  }
  return words
}

const signs: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>' }

/** A text of HTML without character references. */
function readable(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|(\w+));/gi, (all, code?: string, name = '') =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : (signs[name] ?? all),
  )
}

/** The words of values that are for people in JSON. */
export function namesIn(value: unknown): Array<string> {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'content_html'
      ? latinWordsOf(String(inner))
      : typeof inner === 'string'
        ? /^(?:name|short_name|title|headline|description|label|text|summary|action|articleSection)$/.test(
            key,
          )
          ? latinWords(inner)
          : []
        : namesIn(inner),
  )
}
