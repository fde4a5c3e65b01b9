import { createHash } from 'node:crypto'
import { type Response, Router } from 'express'
import type { ContentType } from '#domain/content.ts'
import { itemAt, itemTypes } from '#domain/item/types.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import { categoryTones, coverInks, type LookSettings } from '#domain/site/site-look.ts'
import { subjectOf } from '#domain/site/subject.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import { setCaching } from '../http/caching.ts'
import { HttpError } from '../http/http-error.ts'
import { createStoredBytes, type DiskCache } from '../platform/disk-cache.ts'
import { createLimiter } from '../platform/limiter.ts'
import type { ShareCard } from './share-card.tsx'

/** Draws a PNG of 1200 × 630. Rejects when a font file is missing. */
type RenderCard = (card: ShareCard) => Promise<Buffer>

/** Part of the name of every cached picture. Increase it when the design of the card changes. */
const design = 5

/**
 * Creates the renderer of share pictures (specification: OpenGraph pictures per item). Pictures are
 * cached by a hash of their texts; one is drawn at a time, because drawing takes a core for a
 * moment. `failed` is called for a cache that fails; the picture is sent anyway.
 */
export function createSharePictures({
  fonts,
  cache,
  failed,
}: {
  /** The folder of the font files. */
  fonts: string
  cache: DiskCache
  failed: (error: unknown) => void
}): { render: RenderCard } {
  let draw: Promise<(card: ShareCard) => Promise<Buffer>> | undefined
  const stored = createStoredBytes(cache, failed)
  const inTurn = createLimiter({ running: 1 })

  async function drawn(card: ShareCard) {
    // The engine is loaded with the first picture that is asked for.
    draw ??= import('./share-studio.tsx')
      .then(({ openStudio }) => openStudio(fonts))
      .catch((error) => {
        draw = undefined
        throw error
      })
    return (await draw)(card)
  }

  return {
    render(card) {
      const said = JSON.stringify([design, card])
      const name = `${createHash('sha256').update(said).digest('hex')}.png`
      return stored(name, () => inTurn(() => drawn(card)))
    },
  }
}

/** `/share/….png`: one generated picture per item, and one for the site. */
export function sharePictures(site: SiteReader, render: RenderCard): Router {
  const router = Router({ strict: true, caseSensitive: true })

  async function send(res: Response, title: string, kicker: string, topic: string) {
    const settings = site.settings()
    const inks = ownInks(topic, settings)
    const picture = await render({
      title,
      kicker,
      topic,
      siteName: settings.name,
      ...(inks && { inks }),
    })
    setCaching(res.req, res, 'file')
    res.type('png').send(picture)
  }

  async function sendItem<Type extends ContentType>(
    res: Response,
    type: Type,
    key: number | string,
  ): Promise<void> {
    const item = site.item(type, key)
    if (item === null) throw new HttpError(404, 'There is no such picture.')
    const { kicker, topic } = itemTypes[type].sharedAs(item, profileOf(site.settings()))
    return send(res, item.title, kicker, topic)
  }

  router.get('/share/site.png', (_req, res) =>
    send(res, site.settings().tagline, site.settings().name, 'site'),
  )
  router.get('/share/:folder/:key.png', (req, res, next) => {
    const place = itemAt(`/${req.params.folder}/${req.params.key}`)
    if (!place) return next()
    return sendItem(res, place.type, place.key)
  })
  return router
}

/**
 * The colors of a card that does not look like those of the specification's site; null for one that
 * does.
 */
function ownInks(topic: string, look: LookSettings) {
  if (subjectOf(look) === 'default' && !look.theme && !categoryTones(topic, look)) return null
  return coverInks(topic, look)
}
