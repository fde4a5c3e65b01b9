import sax from 'sax'
import { escaped } from './feed-xml.ts'

/**
 * What an address in a drawing may be: a part of the drawing, or a picture within it. Any other
 * would be read from the disk.
 */
const within = /^\s*(?:#|data:image\/(?:png|jpe?g|gif|webp)[;,])/i

/**
 * A drawing written anew without comments, document type and addresses of anything outside of it.
 * Throws for text that is not XML.
 */
export function selfContainedSvg(source: string): string {
  const parser = sax.parser(true)
  const parts: Array<string> = []
  parser.onerror = (error) => {
    throw error
  }
  parser.onopentag = ({ name, attributes }) => {
    const kept = Object.entries(attributes as Record<string, string>).filter(
      ([attribute, value]) => !/(?:^|:)href$/i.test(attribute) || within.test(value),
    )
    parts.push(
      `<${name}${kept.map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`).join('')}>`,
    )
  }
  parser.onclosetag = (name) => void parts.push(`</${name}>`)
  parser.ontext = (text) => void parts.push(escaped(text))
  parser.oncdata = (text) => void parts.push(escaped(text))
  parser.write(source.replace(/^\uFEFF/, '')).close()
  return parts.join('')
}
