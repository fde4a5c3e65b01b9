import { type Request, type Response, Router } from 'express'
import type { LinkState } from '#domain/subscription-link.ts'
import { HttpError } from '../../http/http-error.ts'
import type { SentPage } from '../../http/sent-page.ts'

/** Handlers of the links in mails; `act` is true when the button was pressed. */
export interface SubscriptionLinks {
  confirm(token: string, act: boolean): Promise<LinkState & { downloadId?: number }>
  unsubscribe(token: string, act: boolean): Promise<LinkState>
}

const statusOf: Readonly<Record<LinkState['kind'], number>> = { ask: 200, done: 200, forged: 400, expired: 410 }

/**
 * `/confirm` and `/unsubscribe` (rulings, section 6). A GET only shows a page, because mail scanners follow links; a POST acts, any number of times and without a
 * session. It comes from the button, or from a mail program (RFC 8058), which gets no redirect. Only the token authorises.
 */
export function subscriptionPages(options: {
  links: SubscriptionLinks
  downloadLinkFor: (id: number) => { url: string } | null
  render: (url: string, state: LinkState) => Promise<SentPage>
}): Router {
  const { links, downloadLinkFor, render } = options
  const router = Router()

  async function answer(req: Request, res: Response, follow: (token: string, act: boolean) => Promise<LinkState>) {
    const { token } = req.query
    res.set({ 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' })
    const state = await follow(typeof token === 'string' ? token : '', req.method === 'POST').catch(
      (cause: unknown) => {
        const message = 'This does not work just now. Please open the link again in a minute.'
        throw new HttpError(503, message, { headers: { 'Retry-After': '60' }, cause })
      },
    )
    const { html } = await render(req.url, state)
    res.status(statusOf[state.kind]).type('html').send(html)
  }

  /** Confirms, and adds the link to the download they subscribed for. */
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
