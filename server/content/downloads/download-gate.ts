import { posix } from 'node:path'
import { type Request, type Response, Router } from 'express'
import type { Download } from '#domain/content.ts'
import { downloadAddress } from '#domain/download-address.ts'
import { downloadMediaType } from '#domain/downloads.ts'
import { dropVoidRange } from '../../http/byte-range.ts'
import { type Span, spanOfAnswer } from '../../http/delivered-bytes.ts'
import type { SentPage } from '../../http/sent-page.ts'
import type { DownloadLinks } from './download-links.ts'

/** A download and its file. */
export interface OfferedFile {
  download: Download
  /** Relative to the content folder. */
  path: string
  blob: string
}

/**
 * `/downloads/SLUG?token=…` with a valid token: the file, or a range of it. A link can be used any
 * number of times until it expires. It is counted once, when a person has received the whole file
 * (`docs/decisions/014-counting-downloads.md`). Without a token the request goes on to the next
 * handler; an expired or forged token is answered 403 with the page that says so.
 */
export function downloadGate(parts: {
  links: DownloadLinks
  fileOf: (slug: string) => OfferedFile | null
  /** The path of a plain file on the disk with these bytes. */
  plainFile: (file: OfferedFile) => Promise<string>
  /** Counts the download when the link has delivered all of it. */
  delivered: (link: string, id: number, span: Span, size: number) => Promise<void>
  render: (url: string) => Promise<SentPage>
  /** Whether browsers send `Sec-Fetch-…` headers to this site. */
  secure: boolean
  failed: (error: unknown) => void
}): Router {
  const { links, fileOf, plainFile, delivered, render, secure, failed } = parts
  const router = Router({ strict: true, caseSensitive: true })

  router.get('/downloads/:slug', async (req, res, next) => {
    const { token } = req.query
    const file = fileOf(String(req.params.slug))
    if (token === undefined || !file) return next()
    const link = links.check(file.download.id, String(token))
    res.set({ 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' })
    if (link.kind !== 'valid') {
      const page = await render(`${downloadAddress(file.download.slug)}?problem=${link.kind}`)
      return void res.status(403).type('html').send(page.html)
    }
    await send(req, res, file, link.name)
  })

  async function send(req: Request, res: Response, file: OfferedFile, link: string) {
    const { download, blob } = file
    const name = posix.basename(file.path)
    const place = await plainFile(file)
    const etag = `"${blob}"`
    dropVoidRange(req, etag)
    const counts = isTakenByPerson(req, secure)
    res.attachment(name).set({
      'Content-Type': downloadMediaType(name),
      ETag: etag,
      'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    // `finish` is emitted only when the last byte was sent; a connection that was closed before
    // does not count.
    res.on('finish', () => {
      const range = res.getHeader('Content-Range')
      const span = spanOfAnswer(
        res.statusCode,
        typeof range === 'string' ? range : undefined,
        download.fileSize,
      )
      if (counts && span) delivered(link, download.id, span, download.fileSize).catch(failed)
    })
    await new Promise<void>((resolve, reject) => {
      res.sendFile(
        place,
        { cacheControl: false, lastModified: false, dotfiles: 'allow' },
        (error) => {
          // After the headers, an error means that the client closed the connection.
          if (error && !res.headersSent) reject(error)
          else resolve()
        },
      )
    })
  }

  return router
}

/**
 * User agents of programs that open links by themselves: crawlers, link previews of chats, mail
 * scanners.
 */
const robots =
  /bot\b|bot[/;_-]|crawl|spider|slurp|scan|preview|prerender|fetcher|monitor|facebookexternalhit|embedly|whatsapp|bingpreview|safelinks|proofpoint|mimecast|barracuda/i

/**
 * Whether a person made a request for a file. With `Sec-Fetch-Site`, the link must have been opened
 * from a page of this site; a scanner opens the bare address. An agent that calls itself a browser
 * but sends no `Sec-Fetch-Site` where every browser does is a robot. Other agents (`curl`, download
 * managers) count as persons unless they are known robots.
 */
export function isTakenByPerson(
  request: { method: string; get(name: string): string | undefined },
  /** Whether browsers send `Sec-Fetch-…` headers to this site: over https and to the local host. */
  secure: boolean,
): boolean {
  if (request.method !== 'GET') return false
  const agent = request.get('User-Agent') ?? ''
  if (robots.test(agent)) return false
  if (/prefetch|preview|prerender/i.test(`${request.get('Sec-Purpose')} ${request.get('Purpose')}`))
    return false
  const site = request.get('Sec-Fetch-Site')
  if (site !== undefined) return site === 'same-origin'
  return !(secure && /^Mozilla\//.test(agent))
}
