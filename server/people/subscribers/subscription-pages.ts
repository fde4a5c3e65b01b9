import { type Request, type Response, Router } from 'express'
import type { LinkState } from '#domain/subscription-link.ts'
import type { SentPage } from '../../http/sent-page.ts'

/** Where the links of mails lead; `act` is whether their button was pressed. */
export interface SubscriptionLinks {
  confirm(token: string, act: boolean): Promise<LinkState & { downloadId?: number }>
  unsubscribe(token: string, act: boolean): Promise<LinkState>
}

const statusOf: Readonly<Record<LinkState['kind'], number>> = { ask: 200, done: 200, forged: 400, expired: 410 }

/**
 * `/confirm` and `/unsubscribe` (rulings, section 6). A GET shows what the link is for and changes nothing, whatever scanner follows it; a POST acts, without a
 * session and however often it comes: a button's, or the one of RFC 8058, which is answered without a redirect. The token is all that counts.
 */
export function subscriptionPages(options: {
  links: SubscriptionLinks
  downloadLinkFor: (id: number) => { url: string } | null
  render: (url: string, state: LinkState) => Promise<SentPage>
  failed: (error: unknown) => void
}): Router {
  const { links, downloadLinkFor, render, failed } = options
  const router = Router()

  async function answer(req: Request, res: Response, follow: (token: string, act: boolean) => Promise<LinkState>) {
    const { token } = req.query
    res.set({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' })
    let state: LinkState
    try {
      state = await follow(typeof token === 'string' ? token : '', req.method === 'POST')
    } catch (error) {
      failed(error)
      res.status(503).set('Retry-After', '60').type('text')
      return void res.send('This does not work just now. Please open the link again in a minute.\n')
    }
    const { html } = await render(req.url, state)
    res.status(statusOf[state.kind]).type('html').send(html)
  }

  /** With the link to what they subscribed for. */
  async function confirm(token: string, act: boolean): Promise<LinkState> {
    const { downloadId, ...state } = await links.confirm(token, act)
    const link = downloadId === undefined ? null : downloadLinkFor(downloadId)
    if (state.kind !== 'done' || downloadId === undefined || !link) return state
    return { ...state, download: { id: downloadId, url: link.url } }
  }

  for (const [name, follow] of Object.entries({ confirm, unsubscribe: links.unsubscribe })) {
    router.get(`/${name}`, (req, res) => answer(req, res, follow))
    router.post(`/${name}`, (req, res) => answer(req, res, follow))
  }
  return router
}
