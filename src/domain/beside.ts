import { fileKinds } from './content.ts'
import { percentDecoded } from './percent-decoded.ts'
import { soundEndings } from './sound.ts'

/** Pictures and sounds that a writer keeps beside a text are served below this address. */
const start = '/media/beside/'
const servedFile = new RegExp(`\\.(?:jpe?g|png|gif|webp|svg|${soundEndings})$`, 'i')

/**
 * The path in the content folder of a picture or sound that a text in `folder` names relative to
 * itself; null for any other address, for one that leads out of the content folder, and for other
 * types of files.
 */
export function besidePath(reference: string, folder: string): string | null {
  if (reference === '' || /^(?:[a-z][a-z\d+.-]*:|[/#?\\])/i.test(reference)) return null
  const named = reference.replace(/[?#].*$/s, '')
  // A single `%` is a sign of the name, as in `100%.png`.
  const plain = percentDecoded(named) ?? named
  if (plain.includes('\\') || plain.includes('\0')) return null
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of plain.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return isServed(parts) ? parts.join('/') : null
}

/** Whether an address may be that of a picture or sound beside a text. */
export function isRelativeMedium(reference: string): boolean {
  // Deeper than any text that leads upwards from it.
  return besidePath(reference, 'articles/a/b/c/d/e/f/g/h') !== null
}

/** Only media and files beside texts; no hidden ones. */
function isServed(parts: ReadonlyArray<string>): boolean {
  const [first = '', ...others] = parts
  const isKnown = first === 'media' || fileKinds.some((kind) => kind === first)
  return (
    isKnown &&
    others.length > 0 &&
    parts.every((part) => !part.startsWith('.')) &&
    servedFile.test(parts.at(-1) ?? '')
  )
}

/** The address of a picture or sound in the content folder. */
export function besideAddress(path: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return path.startsWith('media/') ? `/${encoded}` : `${start}${encoded}`
}

/**
 * The path in the content folder of a decoded path below `media/`: `media/beside/articles/a.png` is
 * `articles/a.png`.
 */
export function pathOfMedium(path: string): string {
  return besideOf(`/${path}`) ?? path
}

/** The path of a file beside a text, by its decoded address; null for any other address. */
export function besideOf(address: string): string | null {
  if (!address.startsWith(start)) return null
  const path = address.slice(start.length)
  return besidePath(path, '') === path && !path.startsWith('media/') ? path : null
}

/**
 * A picture as Obsidian writes it: `![[shot.png]]`, `![[shot.png|What it shows]]`. A number after
 * the bar is a size there.
 */
export const wikiPicture = /!\[\[([^[\]|\n]{1,300})(?:\|([^[\]\n]{0,300}))?\]\]/g

/** The alternative text after the bar of a `wikiPicture`. */
export function wikiAlt(text = ''): string {
  return /^\s*\d+(?:\s*x\s*\d+)?\s*$/.test(text) ? '' : text.trim()
}

const markdownPicture = /!\[[^[\]\n]{0,400}\]\(\s*(?:<([^<>\n]{1,500})>|([^\s()<>]{1,500}))/g
const definition = /^ {0,3}\[[^[\]\n]{1,300}\]:\s*(?:<([^<>\n]{1,500})>|(\S{1,500}))/gm
const htmlPicture = /<img\s([^<>]{1,2000})>/gi
const source = /(?:^|\s)src\s*=\s*(?:"([^"\n]{1,500})"|'([^'\n]{1,500})')/i

/**
 * The relative addresses of pictures and sounds that a Markdown text may name, each once. Reads the
 * text without parsing it, so it may find too many.
 */
export function relativeMedia(markdown: string): Array<string> {
  const found = new Set<string>()
  const add = (reference = '') => {
    if (isRelativeMedium(reference.trim())) found.add(reference.trim())
  }
  for (const pattern of [markdownPicture, definition])
    for (const [, inBrackets, plain] of markdown.matchAll(pattern)) add(inBrackets ?? plain)
  for (const [, attributes = ''] of markdown.matchAll(htmlPicture)) {
    const [, double, single] = source.exec(attributes) ?? []
    add(double ?? single)
  }
  for (const [, name] of markdown.matchAll(wikiPicture)) add(name)
  return [...found]
}
