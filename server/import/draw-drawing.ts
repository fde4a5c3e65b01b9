import sax from 'sax'
import { messageOf } from '../platform/errors.ts'
import { escaped } from './feed-xml.ts'
import { ImportRefused } from './import-refused.ts'

/**
 * The most bytes of a drawing that is drawn, and the widest and highest picture that it becomes, in
 * pixels.
 */
const mostBytes = 5 * 1024 * 1024
const longestSide = 2560
/**
 * Narrower drawings are icons, which keep their size; others are drawn twice as wide, for dense
 * screens.
 */
const widestIcon = 320

/**
 * Draws an SVG as a PNG, with the fonts of the machine. Pictures and styles that it names elsewhere
 * are not loaded. Throws ImportRefused for a drawing that can't be drawn.
 */
export async function drawDrawing(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.length > mostBytes)
    throw new ImportRefused('This drawing is too large: at most 5 MB are drawn.')
  // Loaded when the first drawing needs it.
  const { Resvg } = await import('@resvg/resvg-js')
  try {
    const source = selfContainedSvg(Buffer.from(bytes).toString('utf8'))
    const { width, height } = new Resvg(source)
    const wanted = width < widestIcon ? width : width * 2
    const scale = Math.min(wanted / width, longestSide / Math.max(width, height))
    const drawing = new Resvg(source, { fitTo: { mode: 'zoom', value: scale } })
    return drawing.render().asPng()
  } catch (error) {
    throw new ImportRefused(`This drawing can't be drawn: ${messageOf(error)}`)
  }
}

/**
 * What an address in a drawing may be: a part of the drawing, or a picture within it. Any other
 * would be read from the disk.
 */
const within = /^\s*(?:#|data:image\/(?:png|jpe?g|gif|webp)[;,])/i

/**
 * A drawing written anew without comments, document type and addresses of anything outside of it.
 * Throws for text that is not XML.
 */
function selfContainedSvg(source: string): string {
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
