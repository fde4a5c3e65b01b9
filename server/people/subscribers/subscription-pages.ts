import { type Request, type Response, Router, urlencoded } from 'express'
import { z } from 'zod'
import { readerChoice } from '#domain/segment.ts'
import type { Vocabulary } from '#domain/site/vocabulary.ts'
import type { LinkState } from '#domain/subscription-link.ts'
import { HttpError } from '../../http/http-error.ts'
import type { SentPage } from '../../http/sent-page.ts'
import type { createSubscribing } from './subscribing.ts'

const statusOf: Readonly<Record<LinkState['kind'], number>> = {
  ask: 200,
  done: 200,
  choose: 200,
  forged: 400,
  expired: 410,
}

/** The boxes of the form: one value, several or none. */
const boxes = z.preprocess((sent) => (sent === undefined ? [] : [sent].flat()), z.array(z.string()))
const choiceForm = z
  .object({ topics: boxes, levels: boxes })
  .transform(({ topics, levels }) => ({
    topics: [...new Set(topics)],
    levels: [...new Set(levels)],
  }))
  .pipe(readerChoice)

/**
 * `/confirm` and `/unsubscribe` (rulings, section 6). A GET only shows a page, because mail
 * scanners follow links; a POST acts, any number of times and without a session. It comes from the
 * button, or from a mail program (RFC 8058), which gets no redirect. Only the token authorises.
 */
export function subscriptionPages(options: {
  links: ReturnType<typeof createSubscribing>
  downloadLinkFor: (id: number) => { url: string } | null
  render: (url: string, state: LinkState) => Promise<SentPage>
  /** The categories and levels of the site. */
  vocabulary: () => Pick<Vocabulary, 'categories' | 'levels'>
}): Router {
  const { links, downloadLinkFor, render, vocabulary } = options
  const router = Router()

  async function answer(
    req: Request,
    res: Response,
    follow: (token: string, act: boolean) => Promise<LinkState>,
  ) {
    const { token } = req.query
    res.set({ 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' })
    const state = await follow(typeof token === 'string' ? token : '', req.method === 'POST').catch(
      (cause: unknown) => {
        const message = 'This does not work just now. Please open the link again in a minute.'
        throw new HttpError(503, message, { retryAfter: 60, cause })
      },
    )
    const { html } = await render(req.url, state)
    res.status(statusOf[state.kind]).type('html').send(html)
  }

  /** Confirms, and adds the link to the download they subscribed for. */
  async function confirm(token: string, act: boolean) {
    const { downloadId, ...state } = await links.confirm(token, act)
    const link = downloadId === undefined ? null : downloadLinkFor(downloadId)
    if (state.kind !== 'done' || downloadId === undefined || !link) return state
    return { ...state, download: { id: downloadId, url: link.url } }
  }

  router.get('/confirm', (req, res) => answer(req, res, confirm))
  router.post('/confirm', (req, res) => answer(req, res, confirm))

  /** Unsubscribes by the mail of the issue that the link names. */
  const unsubscribe = (req: Request, res: Response) => {
    const issue = /^[1-9]\d{0,14}$/.test(String(req.query.issue)) ? Number(req.query.issue) : null
    return answer(req, res, (token, act) => links.unsubscribe(token, act, issue))
  }
  router.get('/unsubscribe', (req, res) => {
    const { token, choose } = req.query
    if (choose === undefined || typeof token !== 'string') return unsubscribe(req, res)
    // The second link of a mail; nothing but the address changes.
    res
      .set('Referrer-Policy', 'no-referrer')
      .redirect(303, `/preferences?token=${encodeURIComponent(token)}`)
  })
  router.post('/unsubscribe', unsubscribe)

  router.get('/preferences', (req, res) => answer(req, res, (token) => links.choose(token, null)))
  router.post('/preferences', urlencoded({ extended: false, limit: '20kb' }), (req, res) => {
    const chosen = choiceForm.safeParse(req.body ?? {})
    const { categories, levels } = vocabulary()
    const isKnown =
      chosen.success &&
      chosen.data.topics.every(categories.has) &&
      chosen.data.levels.every((level) => levels.keys.includes(level))
    if (!isKnown)
      throw new HttpError(400, 'One of these topics or levels can’t be chosen any more.')
    return answer(req, res, (token) => links.choose(token, chosen.data))
  })
  return router
}
