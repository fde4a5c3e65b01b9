import { type RequestHandler, Router } from 'express'
import type { z } from 'zod'
import {
  type MailPreview,
  mailPreviewRequest,
  type SendingAnswer,
  type SendingRequest,
  sendingRequest,
} from '#domain/sending.ts'
import { HttpError } from '../../http/http-error.ts'
import { parseBody } from '../../http/parse-body.ts'
import { readId } from '../../http/read-id.ts'
import { personOf, type SignedIn } from '../../http/signed-in.ts'

/** Sending of issues as the routes use it. What can't be done throws an error with a `kind`. */
export interface IssueSending {
  /** Null when there is no such issue. */
  state(issue: number, user: SignedIn['user']): Promise<SendingAnswer | null>
  act(issue: number, request: SendingRequest, user: SignedIn['user']): Promise<void>
  preview(issue: number, typed: z.output<typeof mailPreviewRequest>): Promise<MailPreview>
}

/** The calls of the draft editor that mail an issue; for administrators. `body` reads the body and lets a write happen once. */
export function sendingApi(options: {
  sending: IssueSending
  requireSession: RequestHandler
  body: RequestHandler
}): Router {
  const { sending, requireSession, body } = options
  const router = Router()

  async function answer(issue: number, user: SignedIn['user']): Promise<SendingAnswer> {
    const found = await sending.state(issue, user)
    if (!found) throw new HttpError(404, 'There is no such newsletter.')
    return found
  }

  router.get('/newsletters/:id/sending', requireSession, async (req, res) => {
    res.json(await answer(readId(req.params.id as string), personOf(res).user))
  })
  router.post('/newsletters/:id/sending', requireSession, body, async (req, res) => {
    const { user } = personOf(res)
    const issue = readId(req.params.id as string)
    await answer(issue, user)
    await sending.act(issue, parseBody(sendingRequest, req.body), user)
    res.json(await answer(issue, user))
  })
  router.post('/newsletters/:id/mail-preview', requireSession, body, async (req, res) => {
    const issue = readId(req.params.id as string)
    await answer(issue, personOf(res).user)
    res.json(await sending.preview(issue, parseBody(mailPreviewRequest, req.body)))
  })
  return router
}
