import { z } from 'zod'
import { bulkAnswer, bulkProgress, bulkRequest, exportRequest } from '#domain/bulk-change.ts'
import type { ContentType } from '#domain/content.ts'
import {
  adminItem,
  adminSummary,
  conflictAnswer,
  deleteAnswer,
  deletedItem,
  historyEntry,
  historyVersion,
  importedNewsletter,
  inboundLink,
  previewAnswer,
  publicItem,
  savedItem,
} from '#domain/content-answers.ts'
import { contentInput, contentPatch } from '#domain/content-input.ts'
import { itemSummary } from '#domain/item/summary.ts'
import {
  deleteRequest,
  moveRequest,
  previewRequest,
  restoreRequest,
} from '#domain/item-requests.ts'
import { checkedLink, linkCheck, linkSearch, linkTarget } from '#domain/link-targets.ts'
import { itemListQuery, listFacets } from '#domain/list-filters.ts'
import { listQuery } from '#domain/list-query.ts'
import type { CallTable } from './call.ts'
import { gitErrors, versioned } from './commits.ts'
import { anyText, commitName, itemId, versionQuery } from './parameters.ts'

/** The schema of a type; a plain `schemas[key]` would be taken for that of any type. */
const of = <Schemas, Key extends keyof Schemas>(schemas: Schemas, key: Key): Schemas[Key] =>
  schemas[key]

const past = { group: 'past', who: 'writer' } as const

/** The calls about several items of a type, whose addresses would be read as those of ids. */
const manyCalls = {
  'GET /api/{type}/facets': {
    group: 'read',
    who: 'writer',
    summary: 'Lists the values by which {items} can be filtered, drafts included.',
    answer: listFacets,
  },
  'GET /api/{type}/ids': {
    group: 'read',
    who: 'writer',
    summary: 'Lists the ids of all {items} that a query of the list finds.',
    query: itemListQuery,
    answer: z.strictObject({ ids: z.array(z.int()) }),
  },
  'POST /api/{type}/bulk': {
    group: 'write',
    who: 'writer',
    summary: 'Changes or deletes several {items} in one commit, which `POST /api/undo` reverts.',
    note: 'Each is changed as by a single save without a revision. What such a save would refuse stays as it is and is named; the others are changed.',
    headers: ['Idempotency-Key'],
    body: bulkRequest,
    answer: bulkAnswer,
    errors: gitErrors,
  },
  'GET /api/{type}/bulk/{key}': {
    group: 'write',
    who: 'writer',
    summary: 'Says how far the change of several {items} with this Idempotency-Key is.',
    note: 'Null when it is over, or at another server.',
    params: { key: anyText },
    answer: bulkProgress.nullable(),
  },
  'POST /api/{type}/export': {
    group: 'read',
    who: 'writer',
    summary:
      'Returns the files of {items}, with the pictures and sounds in them, as a zip archive.',
    body: exportRequest,
    answerKind: 'application/zip',
    answer: z.string(),
  },
  'GET /api/{type}/deleted': {
    ...past,
    summary: 'Lists deleted {items} that can be restored, the last deleted first.',
    answer: z.array(deletedItem),
  },
} satisfies CallTable

/** The calls that there are for each type of content, with `{type}` for its name in an address. */
export const itemCalls = <Type extends ContentType>(type: Type) =>
  ({
    'GET /api/{type}': {
      group: 'read',
      who: 'everybody',
      caching: 'revalidated',
      summary: 'Lists {items}, newest first, without bodies.',
      note: 'Without `limit` the whole list. Signed-in users also get drafts and scheduled items, and the revision of each.',
      query: itemListQuery,
      answer: z.array(of(itemSummary, type)),
      adminAnswer: z.array(of(adminSummary, type)),
      answerHeaders: ['Link', 'X-Total-Count'],
    },
    ...manyCalls,
    'GET /api/{type}/{id}': {
      group: 'read',
      who: 'everybody',
      caching: 'revalidated',
      summary: 'Reads {item} with its body.',
      note: 'Signed-in users also get drafts and scheduled items, with the Markdown and the revision to start a change from.',
      params: { id: itemId },
      answer: of(publicItem, type),
      adminAnswer: of(adminItem, type),
      answerHeaders: ['ETag'],
      errors: [404],
    },
    'POST /api/{type}': {
      group: 'write',
      who: 'writer',
      summary: 'Creates {item}: one commit with a new file.',
      note: 'Without `publishedAt` it is published now; `publishedAt: null` or `draft: true` makes a draft, a later date schedules.',
      headers: ['Idempotency-Key', 'Idempotency-Replay'],
      body: of(contentInput, type),
      status: 201,
      answer: of(savedItem, type),
      answerHeaders: ['Location', 'ETag'],
      errors: gitErrors,
    },
    'PATCH /api/{type}/{id}': {
      group: 'write',
      who: 'writer',
      summary: 'Changes {item}: one commit that touches what the change names and nothing else.',
      note: 'With the revision that it started from, the change is merged with what others saved meanwhile; a conflict is a 409 with all versions. Without a revision, the named fields are set on the present item. A change without a difference makes no commit.',
      params: { id: itemId },
      ...versioned,
      headers: ['If-Match', 'Idempotency-Key', 'Idempotency-Replay'],
      body: of(contentPatch, type),
      answer: of(savedItem, type),
      answerHeaders: ['ETag'],
    },
    'DELETE /api/{type}/{id}': {
      group: 'write',
      who: 'writer',
      summary: 'Deletes {item}. It stays in git and can be restored.',
      params: { id: itemId },
      ...versioned,
      body: deleteRequest,
      bodyIsOptional: true,
      answer: deleteAnswer,
    },
    'GET /api/{type}/{id}/links': {
      ...past,
      summary: 'Lists the items and pages that link to {item}.',
      params: { id: itemId },
      answer: z.array(inboundLink),
      errors: [404],
    },
    'GET /api/{type}/{id}/history': {
      ...past,
      summary: 'Lists the commits that changed {item}, newest first; also for a deleted one.',
      params: { id: itemId },
      answer: z.array(historyEntry),
      errors: [404],
    },
    'GET /api/{type}/{id}/history/{commit}': {
      ...past,
      summary:
        'Reads {item} in the version of a commit, and the changes of that commit, or those from what is there now to it.',
      params: { id: itemId, commit: commitName },
      query: versionQuery,
      answer: of(historyVersion, type),
      errors: [404, 422],
    },
    'POST /api/{type}/{id}/restore': {
      ...past,
      summary: 'Restores {item} in the version of a commit, as a new commit.',
      note: 'Of a deleted item: the commit that deleted it, or any other of its history.',
      params: { id: itemId },
      headers: ['Idempotency-Key'],
      body: restoreRequest,
      answer: of(savedItem, type),
      answerHeaders: ['ETag'],
      conflict: conflictAnswer,
      errors: [...gitErrors, 404],
    },
  }) satisfies CallTable

/** The calls about content that are of one type, or of all types together. */
export const contentCalls = {
  'GET /api/articles/featured': {
    group: 'read',
    who: 'everybody',
    caching: 'shared',
    summary: 'Lists the featured articles.',
    answer: z.array(itemSummary.articles),
  },
  'GET /api/articles/slug/{slug}': {
    group: 'read',
    who: 'everybody',
    caching: 'shared',
    summary: 'Reads a published article by the slug of its address.',
    params: { slug: anyText },
    answer: publicItem.articles,
    errors: [404],
  },
  'GET /api/articles/category/{category}': {
    group: 'read',
    who: 'everybody',
    caching: 'shared',
    summary: 'Lists the published articles of a category; `all` means every category.',
    note: 'Both spellings of a category are accepted, with `_` and with `-`.',
    params: { category: anyText },
    query: listQuery,
    answer: z.array(itemSummary.articles),
    answerHeaders: ['Link'],
    errors: [404],
  },
  'GET /api/newsletters/imported': {
    group: 'read',
    who: 'writer',
    summary:
      'Lists the newsletters that were imported from mails, so that a mail is not imported twice.',
    answer: z.array(importedNewsletter),
  },
  'POST /api/articles/{id}/move': {
    group: 'write',
    who: 'writer',
    summary: 'Changes the address of an article. The old one redirects to it.',
    params: { id: itemId },
    headers: ['Idempotency-Key'],
    body: moveRequest,
    answer: savedItem.articles,
    answerHeaders: ['ETag'],
    conflict: conflictAnswer,
    errors: [...gitErrors, 404],
  },
  'GET /api/links': {
    group: 'read',
    who: 'writer',
    summary: 'Finds pages and headings that a link can lead to, drafts included, by their names.',
    query: linkSearch,
    answer: z.array(linkTarget),
  },
  'POST /api/links/check': {
    group: 'write',
    who: 'writer',
    summary: 'Tells of addresses of this site where they lead; writes nothing.',
    body: linkCheck,
    answer: z.array(checkedLink),
  },
  'POST /api/preview': {
    group: 'write',
    who: 'writer',
    summary: 'Renders a body as a save would show it; writes nothing.',
    note: 'Other fields of the item may be sent too and are ignored.',
    body: previewRequest,
    answer: previewAnswer,
  },
} satisfies CallTable
