import { slugify } from '#domain/slug.ts'
import type { RasterFormat } from './picture-facts.ts'

const endings: Readonly<Record<RasterFormat, string>> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
}

const longestName = 80
/** Names that Windows keeps for devices: a clone there could not be checked out. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/**
 * The file name for a picture that was called something else: a slug of it with the ending of what it really is. `sent` may hold anything, folders and
 * other endings too.
 */
export function pictureName(sent: string, format: RasterFormat): string {
  const last = sent.split(/[/\\]/).at(-1) ?? ''
  const base = last.replace(/\.[^.]{1,5}$/, '').replaceAll('.', '-')
  const slug = slugify(base)
    .slice(0, longestName)
    .replace(/^[-_]+|[-_]+$/g, '')
  const name = slug === '' ? 'picture' : reserved.test(slug) ? `${slug}-picture` : slug
  return `${name}.${endings[format]}`
}

/** The same name with a number: `name-2.png`. */
export function numberedName(name: string, number: number): string {
  return number === 1 ? name : name.replace(/(?=\.[a-z]+$)/, `-${number}`)
}
