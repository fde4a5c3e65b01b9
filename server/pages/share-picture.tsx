import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { cardHeight, cardWidth, type ShareCard, ShareCardPicture } from './share-card.tsx'

/** Bytes that could be made again, by name; null where there are none. */
export interface PictureCache {
  read(name: string): Promise<Buffer | null>
  write(name: string, bytes: Uint8Array): Promise<void>
}

export interface SharePictures {
  /** Takes what the picture says, returns a PNG of 1200 × 630. Rejects when a font file is missing or the cache cannot be read. */
  render(card: ShareCard): Promise<Buffer>
}

/** The font files, TrueType: the layout engine reads no woff2. `extended` holds the letters that Latin-1 lacks. */
export interface ShareFonts {
  readonly medium: string
  readonly bold: string
  readonly extended: string
}

/** Part of the name of every kept picture: raise it when the card's looks change. */
const design = 1

/**
 * Creates the maker of share pictures (specification: OpenGraph pictures per item). Pictures are kept by a hash of what they say;
 * one is drawn at a time, since drawing takes a core for a moment. `failed` hears of a cache that cannot be written: the picture is sent all the same.
 */
export function createSharePictures(options: {
  fonts: ShareFonts
  cache: PictureCache
  failed: (error: unknown) => void
}): SharePictures {
  const { fonts, cache, failed } = options
  let draw: Promise<(card: ShareCard) => Promise<Buffer>> | undefined
  let lane: Promise<unknown> = Promise.resolve()

  async function find(card: ShareCard): Promise<Buffer> {
    const said = JSON.stringify([design, card.title, card.kicker, card.topic, card.siteName])
    const name = `${createHash('sha256').update(said).digest('hex')}.png`
    const kept = await cache.read(name)
    if (kept) return kept
    draw ??= openStudio(fonts).catch((error) => {
      draw = undefined
      throw error
    })
    const png = await (await draw)(card)
    await cache.write(name, png).catch(failed)
    return png
  }

  function render(card: ShareCard): Promise<Buffer> {
    const turn = lane.then(() => find(card))
    // The next one in the lane does not suffer from a failure of this one.
    lane = turn.catch(() => undefined)
    return turn
  }

  return { render }
}

/** Loads the fonts and the two engines, which nobody needs before the first picture is asked for. */
async function openStudio(files: ShareFonts): Promise<(card: ShareCard) => Promise<Buffer>> {
  const [{ default: satori }, { Resvg }, medium, bold, extended] = await Promise.all([
    import('satori'),
    import('@resvg/resvg-js'),
    readFile(files.medium),
    readFile(files.bold),
    readFile(files.extended),
  ])
  const fonts = [
    { name: 'Bricolage Grotesque', data: medium, weight: 500 as const, style: 'normal' as const },
    { name: 'Bricolage Grotesque', data: bold, weight: 700 as const, style: 'normal' as const },
    { name: 'Bricolage Grotesque Extended', data: extended, weight: 700 as const, style: 'normal' as const },
  ]
  return async (card) => {
    const svg = await satori(<ShareCardPicture card={card} />, { width: cardWidth, height: cardHeight, fonts })
    return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()
  }
}
