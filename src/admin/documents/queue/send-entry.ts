import type { FileKind } from '#domain/document/document-kinds.ts'
import { isRecord } from '#domain/is-record.ts'
import { adminCall } from '../../../api/admin-call.ts'
import type { SavedItem } from '../../../api/admin-content.ts'
import {
  createItem,
  deleteItem,
  findWritten,
  updateItem,
  writeContent,
} from '../../../api/content-writes.ts'
import { isAway, isCrowded, kindOf, refusalOf } from '../../../api/refusal.ts'
import { serverNow } from '../../../api/server-clock.ts'
import { changesOfCreated } from '../created-changes.ts'
import type { FileAnswers, FileAttempt } from '../file-documents.ts'
import {
  type ItemCreation,
  type ItemWork,
  isFileWork,
  type Outgoing,
  type Sent,
  type SentItem,
  type Work,
} from './outgoing.ts'
import { creationOf, fieldOf } from './queue-rules.ts'

type Done = Extract<Sent, { kind: 'done' }>

/** Delay in milliseconds before a busy server is tried again, when it names none. */
const laterMs = 15_000
/** The same while the server can't reach what stores the content, or is busy with other saves. */
const awayMs = 4_000

/**
 * Makes the call of an entry of the queue. The key makes repeated sends idempotent. `user` is the
 * owner of the queue: the server refuses the request when another user is signed in in this
 * browser.
 */
export async function sendEntry(
  { work, key }: Outgoing,
  user: number,
  onProgress?: (part: number) => void,
): Promise<Sent> {
  if (work.kind === 'save' && creationOf(work) !== null)
    return { kind: 'refused', message: 'What this belongs to was never created.' }
  try {
    return { kind: 'done', ...(await carryOut(work, { key, user, onProgress })) }
  } catch (error) {
    return { ...failureOf(work, error), error }
  }
}

function failureOf(work: Work, error: unknown): Exclude<Sent, Done> {
  const refusal = refusalOf(error)
  if (!refusal) return { kind: 'unreachable' }
  // A creation has no other version to merge with.
  if (isConflict(refusal.body) && work.kind !== 'create')
    return { kind: 'conflict', answer: refusal.body }
  const { status } = refusal
  // Of a proxy or a busy server: the same request may succeed later, or has succeeded.
  const mayPass = status >= 502 && status <= 504
  const isRefused = status === 401 || status === 429 || kindOf(refusal) === 'second-factor'
  if (mayPass || isRefused || status >= 500) {
    const after = Date.now() + (isAway(error) || isCrowded(error) ? awayMs : laterMs)
    return { kind: 'later', after, isRefused: !mayPass }
  }
  if (status === 404 && work.kind === 'save') return { kind: 'gone' }
  return { kind: 'refused', message: refusal.reason }
}

/** Makes the call of a write, and returns its answer and what it saved. */
async function carryOut(work: Work, attempt: FileAttempt): Promise<Omit<Done, 'kind'>> {
  if (work.kind === 'upload') {
    const { alt, file } = work
    const answer = await adminCall('POST /api/media', {
      form: { alt: alt || undefined, file },
      ...attempt,
    })
    return { item: null, picture: answer.url, answer }
  }
  if (work.kind === 'restore-media') {
    const { path, commit } = work
    return {
      item: null,
      answer: await adminCall('POST /api/media/restore', { body: { path, commit }, ...attempt }),
    }
  }
  if (work.kind === 'snippet') {
    const { title, content } = work
    return {
      item: null,
      answer: await writeContent('POST /api/snippets', { body: { title, content }, ...attempt }),
    }
  }
  if (work.kind === 'undo')
    return {
      item: null,
      answer: await writeContent('POST /api/undo', { body: { commit: work.commit }, ...attempt }),
    }
  if (isFileWork(work)) {
    // Its registry has the texts of whole sites; few queues have files.
    const { sendFile, sentVersion } = await import('../file-documents.ts')
    const sent = sendFile(work, attempt)
    if (work.kind === 'delete') return { item: null, answer: await removed(sent) }
    const answer = (await sent) as FileAnswers[FileKind]
    return { item: sentVersion(work, answer), answer }
  }
  if (work.kind === 'delete') {
    const { type, item, revision } = work
    return { item: null, answer: await removed(deleteItem(type, item, revision, attempt)) }
  }
  const answer = await savedItem(work, attempt)
  return { item: answer as unknown as SentItem, answer }
}

function savedItem(
  work: Exclude<ItemWork, { kind: 'delete' }>,
  attempt: FileAttempt,
): Promise<unknown> {
  if (work.kind === 'create') return createOnce(work, attempt)
  const { type, item } = work
  const id = Number(item)
  if (work.kind === 'save')
    return updateItem(type, id, { patch: work.patch, revision: work.revision, ...attempt })
  if (work.kind === 'move') {
    const { slug, rewriteLinks } = work
    return writeContent('POST /api/articles/{id}/move', {
      params: { id },
      body: { slug, rewriteLinks },
      ...attempt,
    })
  }
  return writeContent(`POST /api/${type}/{id}/restore`, {
    params: { id },
    body: { commit: work.commit },
    ...attempt,
  })
}

/**
 * Creates an item. When an earlier attempt has created it, that item is changed instead, so that
 * only one exists. The key of the creation is that of the first attempt.
 */
async function createOnce(
  { type, fields, instead = [] }: ItemCreation,
  { key, user }: FileAttempt,
): Promise<SavedItem> {
  for (const earlier of instead.toReversed()) {
    const made = await findWritten(type, fields, { key: earlier.key, user })
    if (!made) continue
    const names = ['title', 'slug', 'imageUrl', 'publishedAt', ...Object.keys(fields)]
    const before = Object.fromEntries(names.map((name) => [name, fieldOf({ ...made }, name)]))
    const changes = changesOfCreated(before, fields, serverNow())
    return changes
      ? updateItem(type, made.id, { ...changes, revision: made.revision, key, user })
      : made
  }
  return createItem(type, fields, { key: instead[0]?.key ?? key, user })
}

/** A deletion of what is deleted already has no commit. */
function removed(deletion: Promise<unknown>): Promise<unknown> {
  return deletion.catch((error: unknown) => {
    if (refusalOf(error)?.status === 404) return { commit: null }
    throw error
  })
}

function isConflict(body: unknown) {
  return isRecord(body) && 'theirs' in body && 'conflicts' in body
}
