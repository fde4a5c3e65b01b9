import { z } from 'zod'
import { reviewRequest, reviewText, reviewView } from '#domain/review.ts'
import type { CallTable } from './call.ts'
import { anyText, itemId } from './parameters.ts'

const shared = { group: 'write', who: 'writer', needsSession: true } as const
const ofItem = { kind: anyText, id: itemId }

/** What writers ask editors to publish. */
export const reviewCalls = {
  'GET /api/reviews': {
    ...shared,
    summary: 'Lists the items for which a writer has asked for a review, the oldest first.',
    note: 'A draft that was published, and an item that was deleted, is not listed any more.',
    answer: z.array(reviewView),
  },
  'POST /api/reviews': {
    ...shared,
    summary: 'Asks for a review of an item, or of what you have typed in it and not saved.',
    headers: ['Idempotency-Key'],
    body: reviewRequest,
    bodyLimit: '20kb',
    answer: reviewView,
    errors: [404],
  },
  'POST /api/reviews/return': {
    ...shared,
    who: 'editor',
    summary: 'Returns an item to the writer who asked for a review, with a note.',
    headers: ['Idempotency-Key'],
    body: reviewRequest,
    bodyLimit: '20kb',
    answer: reviewView,
    errors: [404],
  },
  'DELETE /api/reviews/{kind}/{id}': {
    ...shared,
    summary: 'Ends a review: as done, by an editor, or withdrawn by the writer.',
    params: ofItem,
    headers: ['Idempotency-Key'],
    answer: z.strictObject({ ended: z.literal(true) }),
    errors: [404],
  },
  'GET /api/reviews/{kind}/{id}/text': {
    ...shared,
    who: 'editor',
    summary: 'Returns what the writer has typed in the item and not saved.',
    params: ofItem,
    answer: reviewText,
    errors: [404, 503],
  },
} satisfies CallTable
