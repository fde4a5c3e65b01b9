import type { Router } from 'express'
import type { z } from 'zod'
import { sendingCalls } from '#contract/sending.ts'
import type { MailPreview, mailPreviewRequest, SendingAnswer, SendingRequest } from '#domain/sending.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import type { SignedIn } from '../../http/signed-in.ts'

/** Sending of issues as the routes use it. What can't be done throws an error with a `kind`. */
export interface IssueSending {
  /** Null when there is no such issue. */
  state(issue: number, user: SignedIn['user']): Promise<SendingAnswer | null>
  act(issue: number, request: SendingRequest, user: SignedIn['user']): Promise<void>
  preview(issue: number, typed: z.output<typeof mailPreviewRequest>): Promise<MailPreview>
}

/** The calls of the draft editor that mail an issue; for administrators. */
export function sendingApi(sending: IssueSending, gate: CallGate): Router {
  async function state(issue: number, user: SignedIn['user']): Promise<SendingAnswer> {
    const found = await sending.state(issue, user)
    if (!found) throw new HttpError(404, 'There is no such newsletter.')
    return found
  }

  return mountCalls(sendingCalls, gate, {
    'GET /api/newsletters/{id}/sending': ({ params: { id }, person }) => state(id, person.user),
    async 'POST /api/newsletters/{id}/sending'({ params: { id }, body, person }) {
      await state(id, person.user)
      await sending.act(id, body, person.user)
      return state(id, person.user)
    },
    async 'POST /api/newsletters/{id}/mail-preview'({ params: { id }, body, person }) {
      await state(id, person.user)
      return sending.preview(id, body)
    },
  })
}
