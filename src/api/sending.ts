import type { z } from 'zod'
import type { MailPreview, mailPreviewRequest, SendingAnswer, SendingRequest } from '#domain/sending.ts'
import { adminRead, adminWrite } from './admin-request.ts'

const path = (issue: number) => `/api/newsletters/${issue}/sending`

export const sendingKey = (issue: number) => ['/api/newsletters', issue, 'sending'] as const

/** `GET /api/newsletters/{id}/sending`: how far the mail of an issue is. */
export const readSending = (issue: number) => adminRead<SendingAnswer>(path(issue))

/** `POST /api/newsletters/{id}/sending`. Throws `RequestError` 409 with a sentence for what stands in the way. */
export const actOnSending = (issue: number, payload: SendingRequest, key: string) =>
  adminWrite<SendingAnswer>('POST', path(issue), { payload, headers: { 'Idempotency-Key': key } })

/** `POST /api/newsletters/{id}/mail-preview`: the issue as it is typed, as its mail. */
export const previewMail = (issue: number, payload: z.input<typeof mailPreviewRequest>) =>
  adminWrite<MailPreview>('POST', `/api/newsletters/${issue}/mail-preview`, { payload })
