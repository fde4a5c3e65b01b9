import { Router } from 'express'
import { categoryColors, isCategory } from '#domain/categories.ts'
import { shownAt } from '#domain/shown-at.ts'
import { coverAddress, defaultDesign, specifiedCategories } from '#domain/site/category-set.ts'
import { tonesOf } from '#domain/site/look-settings.ts'
import { coverInks, type LookSettings, siteStyles, styleAddress } from '#domain/site/site-look.ts'
import { subjectOf } from '#domain/site/subject.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import { HttpError } from '../http/http-error.ts'
import { clips, hills, motifs } from './cover-motifs.ts'
import { drawCover } from './draw-cover.ts'

const whole = 'public, max-age=31536000, immutable'
const brief = 'public, max-age=300'
const oneDay = 'public, max-age=86400'

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

  router.get('/theme/:design/icon.svg', (_req, res) => {
    res.type('svg').set('Cache-Control', brief).send(iconOf(site.settings()))
  })

  // Pictures of a category or type have had these addresses.
  router.get('/fallback/:name.svg', ({ params: { name } }, res) => {
    res.redirect(301, specifiedCategories.cover(name, name))
  })

  router.get('/theme/:design/:name.svg', ({ params: { design, name } }, res) => {
    res.redirect(301, coverAddress(design, name, name))
  })

  router.get('/theme/:design/:name/:slug.svg', (req, res) => {
    const { design, name, slug } = req.params
    const isDefault = design === defaultDesign
    const inks =
      isDefault && isCategory(name) ? categoryColors(name).inks : coverInks(name, site.settings())
    res.type('svg').set('Cache-Control', oneDay)
    res.send(drawCover(`${name} ${slug}`, inks, isDefault ? (motifs.get(name) ?? clips) : hills))
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
