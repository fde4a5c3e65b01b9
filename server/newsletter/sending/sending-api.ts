import type { Router } from 'express'
import type { z } from 'zod'
import { sendingCalls } from '#contract/sending.ts'
import type { Segment } from '#domain/segment.ts'
import type {
  AudienceAnswer,
  MailPreview,
  mailPreviewRequest,
  SendingAnswer,
  sendingRequest,
} from '#domain/sending.ts'
import { HttpError } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import type { SignedIn } from '../../http/signed-in.ts'

/** Operations of the routes. A refused operation throws an error with a `kind`. */
export interface IssueSending {
  /** Null when there is no such issue. */
  state(issue: number, user: SignedIn['user']): Promise<SendingAnswer | null>
  act(
    issue: number,
    request: z.output<typeof sendingRequest>,
    user: SignedIn['user'],
  ): Promise<void>
  audience(issue: number, segment: Segment): Promise<AudienceAnswer>
  preview(issue: number, typed: z.output<typeof mailPreviewRequest>): Promise<MailPreview>
}

/** Calls that mail an issue; for administrators. */
export function sendingApi(sending: IssueSending, gate: CallGate): Router {
  async function state(issue: number, user: SignedIn['user']) {
    const found = await sending.state(issue, user)
    if (!found) throw new HttpError(404, 'There is no such newsletter.')
    return found
  }

  /** Throws the 404 for a missing issue before the body is validated. */
  async function whereThereIsOne(
    body: unknown,
    { params: { id }, person }: { params: { id: number }; person: SignedIn },
  ) {
    await state(id, person.user)
    return body
  }

  return mountCalls(sendingCalls, gate, {
    'GET /api/newsletters/{id}/sending': ({ params: { id }, person }) => state(id, person.user),
    'POST /api/newsletters/{id}/sending': {
      prepare: whereThereIsOne,
      async answer({ params: { id }, body, person, about }) {
        about(null, { object: id })
        await sending.act(id, body, person.user)
        return state(id, person.user)
      },
    },
    'POST /api/newsletters/{id}/audience': {
      prepare: whereThereIsOne,
      answer: ({ params: { id }, body }) => sending.audience(id, body),
    },
    'POST /api/newsletters/{id}/mail-preview': {
      prepare: whereThereIsOne,
      answer: ({ params: { id }, body }) => sending.preview(id, body),
    },
  })
}
