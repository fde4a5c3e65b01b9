import { z } from 'zod'
import {
  contentAnalysis,
  contentAnalysisRequest,
  imageAnalysis,
  imageAnalysisRequest,
  imageTagsRequest,
} from '#domain/analysis.ts'
import { assistEvent, assistRequest } from '#domain/assist.ts'
import { contentProblem, healthAnswer, uncommittedFile } from '#domain/content-answers.ts'
import { contentEvent } from '#domain/content-event.ts'
import { searchWords } from '#domain/link-targets.ts'
import { presenceSign } from '#domain/presence.ts'
import { searchAnswer } from '#domain/search-answer.ts'
import { type SubscribeAnswer, subscribeRequest } from '#domain/subscribe.ts'
import { syncState } from '#domain/sync.ts'
import { instant } from '../domain/value-schemas.ts'
import type { CallTable } from './call.ts'

const searchQuery = z.object({
  q: searchWords.describe(
    'At least two characters, or one that may be a word, such as 音; a shorter text finds nothing.',
  ),
  literal: z
    .preprocess((literal) => (literal === '1' ? '1' : undefined), z.literal('1').optional())
    .describe('`1`: misspelled words are not corrected.'),
  level: z.string().max(60).optional().describe('Only articles of this level.'),
  version: z.string().max(60).optional().describe('Only articles about this version.'),
  sound: z.enum(['yes']).optional().describe('Only items with a sound.'),
})

const analysisErrors = [502, 503, 504] as const

export const subscribeAnswer = z.strictObject({
  ok: z.literal(true),
  synced: z
    .boolean()
    .optional()
    .describe(
      'False when the address was saved but could not be sent to the provider; absent without a provider.',
    ),
  download: z
    .strictObject({ url: z.string(), expiresAt: instant })
    .optional()
    .describe('The link to the file that was asked for with `custom_fields.download_id`.'),
}) satisfies z.ZodType<SubscribeAnswer>

/** Searching what is published. */
export const searchCalls = {
  'GET /api/search': {
    group: 'read',
    who: 'everybody',
    caching: 'shared',
    summary: 'Searches published items, best hits first in each group.',
    query: searchQuery,
    answer: searchAnswer,
  },
} satisfies CallTable

/** What is proposed for a text and its pictures. */
export const analysisCalls = {
  'POST /api/analyze-content': {
    group: 'analysis',
    who: 'writer',
    summary: 'Proposes title, excerpt, category, tags and the like for a text.',
    note: 'Uses the configured model server, or the built-in analyzer. The words of `content` are not changed.',
    body: contentAnalysisRequest,
    bodyLimit: '2mb',
    answer: contentAnalysis,
    errors: analysisErrors,
  },
  'POST /api/analyze-image': {
    group: 'analysis',
    who: 'writer',
    summary: 'Describes a picture and its relevance to the site.',
    note: 'Either `image`, in base64, or `url`: an address on this site or a public one.',
    body: imageAnalysisRequest,
    bodyLimit: '15mb',
    answer: imageAnalysis,
    errors: analysisErrors,
  },
  'POST /api/suggest-image-tags': {
    group: 'analysis',
    who: 'writer',
    summary: 'Proposes tags for a picture and the text around it.',
    note: 'Either `image`, in base64, or `url`: an address on this site or a public one.',
    body: imageTagsRequest,
    bodyLimit: '15mb',
    answer: z.strictObject({ tags: z.array(z.string()) }),
    errors: analysisErrors,
  },
} satisfies CallTable

/** What a model writes for a person. */
export const assistCalls = {
  'POST /api/assist': {
    group: 'analysis',
    who: 'writer',
    summary: 'Lets the configured model rewrite words of a text, or describe a picture.',
    note: 'A stream of server-sent events (`text/event-stream`); each `data` is JSON of this shape. Nothing is stored or changed. 404 without a model server; 429 when the person has made as many requests as the site allows in a day.',
    body: assistRequest,
    bodyLimit: '200kb',
    answer: assistEvent,
    answerIsStream: true,
    errors: [404, 429, ...analysisErrors],
  },
} satisfies CallTable

/** Subscribing, for visitors. */
export const subscribeCalls = {
  'POST /api/subscribe': {
    group: 'site',
    who: 'everybody',
    summary:
      'Subscribes an address. The answer is the same for new, known and returning addresses.',
    note: 'The address is on the disk when this is answered. Each network may send 60 at once, then 5 a second. A form without script may send it as `application/x-www-form-urlencoded`; it is led to a page. `X-Confirmation: mail` in the answer tells that new subscribers have to confirm by a link in a mail.',
    body: subscribeRequest,
    bodyLimit: '20kb',
    answer: subscribeAnswer,
    errors: [429, 503],
  },
} satisfies CallTable

/** The state of the site and of its content. */
export const statusCalls = {
  'GET /api/health': {
    group: 'site',
    who: 'everybody',
    caching: 'private',
    summary:
      'Reports whether the repository can be read, whether anything else fails, which commit is shown and how many content files have faults.',
    answer: healthAnswer,
    errors: [503],
  },
  'GET /api/ready': {
    group: 'site',
    who: 'everybody',
    caching: 'private',
    summary: 'Reports whether this server wants requests, for load balancers.',
    note: '503 until the content is there, and from the moment at which the server is told to stop. It does not depend on the database.',
    answer: z.strictObject({ status: z.literal('ready') }),
    errors: [503],
  },
  'GET /api/content/problems': {
    group: 'site',
    who: 'writer',
    summary:
      'Lists the faults of content files, then the warnings about values that are shown in another way than the file has them, with file and line.',
    answer: z.array(contentProblem),
  },
  'GET /api/content/uncommitted': {
    group: 'site',
    who: 'writer',
    summary: 'Lists the content files with uncommitted changes.',
    answer: z.array(uncommittedFile),
  },
} satisfies CallTable

/** What changes in the content, as it changes, and who has it open. */
export const eventCalls = {
  'GET /api/events': {
    group: 'site',
    who: 'writer',
    summary: 'Reports changes of the content, as long as the session lasts.',
    note: 'A stream of server-sent events (`text/event-stream`); each `data` is JSON of this shape. The first one has the kind `begin`.',
    answer: contentEvent,
    answerIsStream: true,
    errors: [503],
  },
  'POST /api/presence': {
    group: 'site',
    who: 'writer',
    summary: 'Says what a tab has open, for the other people who are signed in.',
    note: 'They get it as an event of the kind `presence`. It is in memory only, and counts for eight seconds.',
    body: presenceSign,
    answer: z.strictObject({ here: z.literal(true) }),
  },
} satisfies CallTable

/** The remote repository. */
export const syncCalls = {
  'GET /api/sync': {
    group: 'site',
    who: 'writer',
    summary: 'Returns the state of the sync with the remote repository.',
    answer: syncState,
  },
  'POST /api/sync': {
    group: 'site',
    who: 'editor',
    summary: 'Syncs now and returns the state afterwards.',
    note: 'After 8 seconds the answer is `syncing`, and the sync continues.',
    headers: ['Idempotency-Key'],
    answer: syncState,
  },
} satisfies CallTable

/** What a git server calls. */
export const hookCalls = {
  'POST /api/hooks/git': {
    group: 'site',
    who: 'everybody',
    anyOrigin: true,
    summary:
      'Notifies the site of new commits in the remote repository; the site pulls them after the answer.',
    note: 'For a webhook of GitHub (`X-Hub-Signature-256`: the HMAC of the body under the secret) or GitLab (`X-Gitlab-Token`: the secret). 404 while no `GIT_HOOK_SECRET` is set, 401 for a wrong one.',
    status: 202,
    answer: z.strictObject({ ok: z.literal(true) }),
    errors: [401, 404, 413],
  },
} satisfies CallTable

/** The reference itself. */
export const referenceCalls = {
  'GET /api/openapi.json': {
    group: 'site',
    who: 'everybody',
    caching: 'shared',
    summary: 'This reference, as an OpenAPI 3.1 document.',
    answer: z.looseObject({ openapi: z.literal('3.1.1') }),
  },
} satisfies CallTable
