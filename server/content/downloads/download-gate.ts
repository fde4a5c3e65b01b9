import { type Request, type Response, Router } from 'express'
import type { Download } from '#domain/content.ts'
import { downloadMediaType } from '#domain/downloads.ts'
import { isWhole, type Span, spanOfAnswer, withSpan } from '../../http/delivered-bytes.ts'
import type { SentPage } from '../../http/sent-page.ts'
import type { DownloadLinks } from './download-links.ts'
import { isTakenByPerson } from './is-taken-by-person.ts'

/** A download with the file that it hands out. */
export interface OfferedFile {
  download: Download
  /** In the content folder. */
  path: string
  blob: string
}

/** So many links are remembered at most, the newest ones. */
const mostLinks = 20_000

/**
 * `/downloads/SLUG?token=…`: the file, for whoever has a valid link to it; a range of it, too. A link may be used as often as its owner likes in its
 * day, and counts once, when a person has all of the file (`docs/decisions/014-counting-downloads.md`). Without a token the page behind answers; with a
 * token that is worth nothing, the page that says so.
 */
export function downloadGate(parts: {
  links: DownloadLinks
  fileOf: (slug: string) => OfferedFile | null
  /** Where the bytes lie as a plain file. */
  plainFile: (file: OfferedFile) => Promise<string>
  count: (id: number) => Promise<void>
  render: (url: string) => Promise<SentPage>
  /** Whether browsers say on this site where a request comes from. */
  secure: boolean
  failed: (error: unknown) => void
}): Router {
  const { links, fileOf, plainFile, count, render, secure, failed } = parts
  /** What was delivered through each link, until it is whole. */
  const delivered = new Map<string, Array<Span> | 'whole'>()
  const router = Router({ strict: true, caseSensitive: true })

  router.get('/downloads/:slug', async (req, res, next) => {
    const { token } = req.query
    const file = fileOf(String(req.params.slug))
    if (token === undefined || !file) return next()
    const link = links.check(file.download.id, String(token))
    res.set({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' })
    if (link.kind !== 'valid') {
      const page = await render(`/downloads/${file.download.slug}?problem=${link.kind}`)
      return void res.status(403).type('html').send(page.html)
    }
    await send(req, res, file, link.name)
  })

  async function send(req: Request, res: Response, file: OfferedFile, link: string): Promise<void> {
    const { download, blob } = file
    const name = file.path.slice(file.path.lastIndexOf('/') + 1)
    const place = await plainFile(file)
    const counts = isTakenByPerson(req, secure)
    res.attachment(name).set({
      'Content-Type': downloadMediaType(name),
      ETag: `"${blob}"`,
      'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    // Finished only when the last byte went out; who goes away before has not got the file.
    res.on('finish', () => {
      const range = res.getHeader('Content-Range')
      const span = spanOfAnswer(res.statusCode, typeof range === 'string' ? range : undefined, download.fileSize)
      if (counts && span && completes(link, span, download.fileSize)) count(download.id).catch(failed)
    })
    await new Promise<void>((resolve, reject) => {
      res.sendFile(place, { cacheControl: false, lastModified: false, dotfiles: 'allow' }, (error) => {
        // A reader who left is no failure.
        if (error && !res.headersSent) reject(error)
        else resolve()
      })
    })
  }

  /** Notes what a link delivered; true once, when that makes the file whole. */
  function completes(link: string, span: Span, size: number): boolean {
    const before = delivered.get(link) ?? []
    if (before === 'whole') return false
    const spans = withSpan(before, span)
    const whole = isWhole(spans, size)
    delivered.delete(link)
    delivered.set(link, whole ? 'whole' : spans)
    const [oldest] = delivered.keys()
    if (delivered.size > mostLinks && oldest !== undefined) delivered.delete(oldest)
    return whole
  }

  return router
}
