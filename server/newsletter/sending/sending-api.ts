import type { Router } from 'express'
import type { z } from 'zod'
import { sendingCalls } from '#contract/sending.ts'
import { everybody, type Segment } from '#domain/segment.ts'
import type {
  AudienceAnswer,
  MailPreview,
  mailPreviewRequest,
  SendingAnswer,
  sendingRequest,
} from '#domain/sending.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { MailError } from '../../platform/errors.ts'
import { listUnsubscribeHeaders, type MailAddress, type Mailer } from '../create-mailer.ts'
import { personalMail } from '../issue/issue-mail.ts'
import type { createIssueMails } from '../issue/issue-mails.ts'
import {
  issueBlockers,
  type MailConditions,
  mailBlockers,
  type SavedIssue,
  scheduleBlockers,
  subscriberBlockers,
  testWarnings,
} from './issue-checks.ts'
import type { Recipients } from './one-sending.ts'
import type { ScheduledSending } from './sending-records.ts'
import type { SendingStore } from './sending-store.ts'
import { callOff, SendingRefused, type Sendings, scheduleSending } from './sendings.ts'

const noTestAddress = 'Please enter the address that the test goes to: your account has none.'

/** The subscribers as the audience of an issue. */
export interface Audience extends Recipients {
  count(segment: Segment): Promise<number>
  sources(): Promise<AudienceAnswer['sources']>
}

interface SendingApiParts extends MailConditions {
  /** A saved issue; null when it does not exist or can't be read. */
  issueOf(id: number): Promise<SavedIssue | null>
  mails: ReturnType<typeof createIssueMails>
  sendings: Sendings
  store: SendingStore
  mailer: Pick<Mailer, 'send'> | null
  from: MailAddress | null
  audience: Audience
}

type User = SignedIn['user']

/** Calls that mail an issue; for administrators. */
export function sendingApi(parts: SendingApiParts, gate: CallGate): Router {
  /** Throws the 404 for a missing issue before the body is validated. */
  async function whereThereIsOne(body: unknown, { params }: { params: { id: number } }) {
    await savedIssue(parts, params.id)
    return body
  }
  return mountCalls(sendingCalls, gate, {
    'GET /api/newsletters/{id}/sending': ({ params: { id }, person }) =>
      answerOf(parts, id, person.user),
    'POST /api/newsletters/{id}/sending': {
      prepare: whereThereIsOne,
      async answer({ params: { id }, body, person, about }) {
        about(null, { object: id })
        await act(parts, id, body, person.user)
        return answerOf(parts, id, person.user)
      },
    },
    'POST /api/newsletters/{id}/audience': {
      prepare: whereThereIsOne,
      async answer({ body }): Promise<AudienceAnswer> {
        const { audience } = parts
        const [count, sources] = await Promise.all([audience.count(body), audience.sources()])
        return {
          count,
          sources,
        }
      },
    },
    'POST /api/newsletters/{id}/mail-preview': {
      prepare: whereThereIsOne,
      answer: ({ params: { id }, body }) => preview(parts, id, body),
    },
  })
}

/** Starts the mail of a schedule. Throws SendingRefused with the reason why it can't be sent. */
export async function startScheduled(
  parts: SendingApiParts,
  { issue: id, name, segment }: ScheduledSending,
): Promise<void> {
  const issue = await parts.issueOf(id)
  if (!issue) throw new SendingRefused('The issue was deleted, or its file can’t be read.')
  await startIssue(parts, id, issue, { segment, schedule: name })
}

/** Starts the mail of an issue. Throws SendingRefused with the reason why it can't be sent. */
async function startIssue(
  parts: SendingApiParts,
  id: number,
  issue: SavedIssue,
  to: { segment: Segment; schedule?: string },
): Promise<void> {
  const { mails, sendings, audience } = parts
  refuse(issueBlockers(parts, issue, await audience.count(to.segment), to.segment))
  await sendings.start(id, { ...(await mails.make(issue)), revision: issue.revision }, to)
}

async function savedIssue({ issueOf }: SendingApiParts, id: number): Promise<SavedIssue> {
  const issue = await issueOf(id)
  if (!issue) throw new HttpError(404, 'There is no such newsletter.')
  return issue
}

async function answerOf(parts: SendingApiParts, id: number, user: User): Promise<SendingAnswer> {
  const { sendings, from, audience } = parts
  const issue = await savedIssue(parts, id)
  const subscribers = await audience.count(everybody)
  return {
    state: await sendings.state(id, issue.revision),
    from: from && (from.name ? `${from.name} <${from.address}>` : from.address),
    testTo: user.email || null,
    subscribers,
    blockers: issueBlockers(parts, issue, subscribers),
    testBlockers: mailBlockers(parts),
    warnings: testWarnings(parts),
  }
}

async function preview(
  parts: SendingApiParts,
  id: number,
  typed: z.output<typeof mailPreviewRequest>,
): Promise<MailPreview> {
  const { mails, now, siteUrl } = parts
  const saved = await savedIssue(parts, id)
  const { subject, html, text } = await mails.make({
    ...typed,
    id,
    publishedAt: saved.publishedAt ?? now().toISOString(),
    imageUrl: typed.imageUrl || null,
  })
  const whole = personalMail(
    {
      subject,
      html,
      text,
    },
    sampleUnsubscribeUrl(siteUrl),
  )
  return {
    ...whole,
    bytes: Buffer.byteLength(whole.html),
    siteUrl,
  }
}

async function act(
  parts: SendingApiParts,
  id: number,
  request: z.output<typeof sendingRequest>,
  user: User,
): Promise<void> {
  const { sendings, store, audience } = parts
  switch (request.action) {
    case 'test': {
      refuse(mailBlockers(parts))
      const to = request.to ?? user.email
      if (to === '') throw invalidField('to', noTestAddress)
      return sendTest(parts, id, to)
    }
    case 'start': {
      const issue = await savedIssue(parts, id)
      if (issue.revision !== request.revision)
        throw new SendingRefused(
          'The issue was changed meanwhile. Look at its mail again before you send it.',
        )
      return startIssue(parts, id, issue, { segment: request.segment })
    }
    case 'schedule': {
      const at = new Date(request.at)
      const to = request.segment
      const issue = await savedIssue(parts, id)
      refuse(scheduleBlockers(parts, issue, at, await audience.count(to), to))
      return scheduleSending(store, id, at, to)
    }
    case 'unschedule':
      return callOff(store, id)
    case 'pause':
      return sendings.pause(id)
    case 'resume':
    case 'retry':
      refuse(subscriberBlockers(parts))
      return sendings[request.action](id)
  }
}

const sampleUnsubscribeUrl = (siteUrl: string) => `${siteUrl}/unsubscribe?token=test`

async function sendTest(parts: SendingApiParts, id: number, to: string): Promise<void> {
  const { mails, mailer, siteUrl } = parts
  const leave = sampleUnsubscribeUrl(siteUrl)
  const mail = personalMail(await mails.make(await savedIssue(parts, id)), leave)
  const subject = `Test: ${mail.subject}`
  try {
    await mailer?.send({
      ...mail,
      to,
      subject,
      headers: listUnsubscribeHeaders(leave),
    })
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const outcome = error.maybeAccepted
      ? 'The test may have been sent, or not.'
      : 'The test was not sent.'
    throw new HttpError(error.permanent ? 422 : 503, `${outcome} ${error.message}`, {
      cause: error,
    })
  }
}

function refuse(reasons: ReadonlyArray<string>) {
  if (reasons.length > 0) throw new SendingRefused(reasons.join(' '))
}
