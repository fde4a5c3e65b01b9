import { z } from 'zod'
import { draftLinkRequest, draftLinkView } from '#domain/draft-link.ts'
import type { CallTable } from './call.ts'
import { anyText, deletedAnswer } from './parameters.ts'

/** Links with which people without an account read a draft. */
export const draftLinkCalls = {
  'GET /api/draft-links': {
    group: 'account',
    who: 'writer',
    summary: 'Lists the links to drafts that work now, newest first.',
    answer: z.array(draftLinkView),
  },
  'POST /api/draft-links': {
    group: 'account',
    who: 'writer',
    record: 'draft-link-made',
    summary: 'Creates a link with which anybody reads the page of a draft or scheduled item.',
    note: 'The page shows the item as it is when it is opened. No search engine lists it and no cache stores it. 409 for a published item, which has an address of its own.',
    headers: ['Idempotency-Key'],
    body: draftLinkRequest,
    bodyLimit: '10kb',
    status: 201,
    answer: draftLinkView,
    errors: [404, 409],
  },
  'DELETE /api/draft-links/{id}': {
    group: 'account',
    who: 'writer',
    record: 'draft-link-ended',
    summary: 'Ends a link to a draft at once.',
    params: { id: anyText },
    headers: ['Idempotency-Key'],
    answer: deletedAnswer,
    errors: [404],
  },
} satisfies CallTable
