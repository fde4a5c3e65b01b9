import { access } from 'node:fs/promises'
import { Resvg } from '@resvg/resvg-js'
import { renderToStaticMarkup } from 'react-dom/server'
import { xmlCharacters } from '#domain/xml-characters.ts'
import { type ShareCard, ShareCardPicture, titleSpacing, titleWidth } from './share-card.tsx'
import { type FontRun, openShareFonts } from './share-fonts.ts'
import { isFromRight, LinePart, type LineStyle, layLine } from './share-line.tsx'
import { wrapTitle } from './wrap-title.ts'

/**
 * Returns what draws a card as a PNG, with the fonts of a folder. Drawing rejects when one is
 * missing that the words need.
 */
export function openStudio(folder: string): (card: ShareCard) => Promise<Buffer> {
  const fonts = openShareFonts(folder)
  return async (card) => {
    const [drawn = '', kicker = '', siteName = ''] = [card.title, card.kicker, card.siteName].map(
      (text) => fonts.drawable(xmlCharacters(text)),
    )
    // For a title in a script that no font has, the picture is one of the site.
    const title = drawn || siteName
    const fontFiles = fonts.files([title, kicker, siteName])
    // Without the file of a font, the engine would draw a picture without its letters.
    await Promise.all(fontFiles.map((file) => access(file)))
    const font = { loadSystemFonts: false, fontFiles }
    const measured = new Map<string, number>()
    const measure = (part: FontRun, { size, ...others }: LineStyle): number => {
      const key = JSON.stringify([part, others])
      const known = measured.get(key)
      if (known !== undefined) return (known * size) / 100
      const style = { size: 100, ...others }
      const text = renderToStaticMarkup(<LinePart {...{ part, style, x: 0, y: style.size }} />)
      const box = new Resvg(
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${text}</svg>`,
        {
          font,
        },
      ).getBBox()
      // The space at the left of the first letter stands for that at the right of the last one.
      const width = box ? box.x + box.width + Math.max(0, box.x) : 0
      measured.set(key, width)
      return (width * size) / 100
    }
    const lay = (text: string, style: LineStyle) => layLine(text, style, fonts.runs, measure)
    const small = (text: string) => ({ size: 32, spacing: 0, fromRight: isFromRight(text) })
    const large = {
      weight: 700 as const,
      spacing: titleSpacing(title),
      fromRight: isFromRight(title),
    }
    const wrapped = wrapTitle(
      title,
      titleWidth,
      (text, size) => lay(text, { ...large, size }).width,
    )
    const lines = {
      kicker: lay(kicker, { ...small(kicker), weight: 500 }),
      siteName: lay(siteName, { ...small(siteName), weight: 700 }),
      title: wrapped.lines.map((line) => lay(line, { ...large, size: wrapped.size })),
    }
    const svg = renderToStaticMarkup(<ShareCardPicture card={{ ...card, title }} lines={lines} />)
    return new Resvg(svg, { font }).render().asPng()
  }
}
