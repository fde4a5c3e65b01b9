import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { cardHeight, cardWidth, type ShareCard, ShareCardPicture } from './share-card.tsx'

/** Cached bytes by name; null when missing. */
export interface PictureCache {
  read(name: string): Promise<Buffer | null>
  write(name: string, bytes: Uint8Array): Promise<void>
}

export interface SharePictures {
  /** Returns a PNG of 1200 × 630. Rejects when a font file is missing or the cache cannot be read. */
  render(card: ShareCard): Promise<Buffer>
}

/**
 * The TrueType font files: the layout engine does not read woff2. `extended` contains the letters that Latin-1 lacks.
 */
export interface ShareFonts {
  readonly medium: string
  readonly bold: string
  readonly extended: string
}

/** Part of every cached picture's name: increase it when the card's design changes. */
const design = 1

/**
 * Creates the renderer of share pictures (specification: OpenGraph pictures per item). Pictures are cached by a hash
 * of their texts; one is drawn at a time, because drawing takes a core for a moment. `failed` is called for a cache
 * that cannot be written; the picture is sent anyway.
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
    const cached = await cache.read(name)
    if (cached) return cached
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
    // An error of this picture must not affect the next one.
    lane = turn.catch(() => undefined)
    return turn
  }

  return { render }
}

/** Loads the fonts and the two engines, when the first picture is requested. */
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
