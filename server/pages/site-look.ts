import { Router } from 'express'
import { shownAt } from '#domain/shown-at.ts'
import { tonesOf } from '#domain/site/look-settings.ts'
import {
  categoryTones,
  coverInks,
  type LookSettings,
  siteStyles,
  styleAddress,
} from '#domain/site/site-look.ts'
import { subjectOf } from '#domain/site/subject.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import { HttpError } from '../http/http-error.ts'

/** The pictures that need no category: covers of types and places, and the icon. */
const places = new Set(['item', 'news', 'newsletter', 'download', 'article', 'icon'])

const whole = 'public, max-age=31536000, immutable'
const brief = 'public, max-age=300'

/**
 * The files that are made from the look of a site with categories or a theme of its own: style
 * sheet, covers, icon and manifest. Their addresses contain a hash of the settings; an older
 * address answers with the present file.
 */
export function siteLook(site: SiteReader): Router {
  const router = Router({ strict: true, caseSensitive: true })

  router.get('/theme/:design/site.css', (req, res) => {
    const settings = site.settings()
    const address = styleAddress(settings)
    if (address === null) throw new HttpError(404, 'This site has no style sheet of its own.')
    res.type('css').set('Cache-Control', address === req.path ? whole : brief)
    res.send(siteStyles(settings))
  })

  router.get('/theme/:design/:name.svg', (req, res) => {
    const { name } = req.params
    const settings = site.settings()
    if (!places.has(name) && !categoryTones(name, settings))
      throw new HttpError(404, 'There is no such picture.')
    res.type('svg').set('Cache-Control', brief)
    res.send(name === 'icon' ? iconOf(settings) : coverOf(name, coverInks(name, settings)))
  })

  router.get('/site.webmanifest', (_req, res, next) => {
    const settings = site.settings()
    if (subjectOf(settings) === 'default' && !settings.favicon && !settings.theme) return next()
    const { paper } = tonesOf(settings.theme?.colors ?? {})
    res.type('application/manifest+json').set('Cache-Control', brief)
    res.send(
      JSON.stringify({
        name: settings.name,
        short_name: settings.name,
        description: settings.description,
        start_url: '/',
        display: 'browser',
        background_color: paper[0],
        theme_color: paper[0],
        icons: iconsOf(settings),
      }),
    )
  })
  return router
}

function iconsOf(settings: LookSettings & { favicon?: string | undefined }) {
  return settings.favicon
    ? [320, 640].map((width) => ({
        src: shownAt(settings.favicon ?? '', width),
        sizes: `${width}x${width}`,
      }))
    : [{ src: iconAddress(settings), sizes: 'any', type: 'image/svg+xml' }]
}

function iconAddress(look: LookSettings) {
  return (styleAddress(look) ?? '').replace('site.css', 'icon.svg')
}

/** The mark of a site without a picture of its own. */
function iconOf({ theme }: LookSettings): string {
  const { ink, accent } = tonesOf(theme?.colors ?? {})
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><rect width="26" height="26" rx="6" fill="${ink[0]}"/><circle cx="13" cy="13" r="6" fill="${accent[0]}"/></svg>`
}

/** A cover of shapes that differ by its name. */
function coverOf(
  name: string,
  { soft, base, deep, pop }: Record<'soft' | 'base' | 'deep' | 'pop', string>,
): string {
  const seed = [...name].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973, 7)
  const at = (index: number, range: number) =>
    Math.floor(((seed * (index * 7 + 3)) % 97) * (range / 97))
  const [x, y] = [300 + at(1, 700), 150 + at(2, 300)]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900" width="1600" height="900"><rect width="1600" height="900" fill="${soft}"/><path d="M0 900V${560 + at(3, 160)}Q${400 + at(4, 200)} ${360 + at(5, 200)} 800 ${600 + at(6, 120)}T1600 ${520 + at(7, 160)}V900Z" fill="${base}"/><circle cx="${x + 250}" cy="${y}" r="${120 + at(8, 90)}" fill="${pop}"/><path d="M0 900V${760 + at(9, 60)}Q${500 + at(10, 300)} ${640 + at(11, 120)} 1600 ${790 + at(12, 60)}V900Z" fill="${deep}"/></svg>`
}
