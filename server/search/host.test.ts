import { expect, test, vi } from 'vitest'
import wordList from 'word-list'
import { sampleDocument } from '../../tests/sample-documents.ts'
import { temporaryFolder } from '../../tests/temp-repository.ts'
import { createSearchHost } from './host.ts'
import type { FromSearchThread } from './messages.ts'

const soon = 30_000

test('an answer from an index that still lacks documents says so, and the next documents are asked for early', async () => {
  const documents = Array.from({ length: 72 }, (_, at) =>
    sampleDocument(at + 1, `Looper number${at + 1}`),
  )
  const posted: Array<FromSearchThread> = []
  const host = createSearchHost((message) => posted.push(message))
  await using folder = await temporaryFolder()
  host.receive({ kind: 'open', folders: [folder.path], saveTo: folder.path, wordList })
  host.receive({ kind: 'entries', language: 'en', entries: documents, last: true })
  const ask = (id: number) =>
    host.receive({ kind: 'query', id, text: 'looper', now: Date.now(), literal: false })
  const needs = () =>
    posted.flatMap((message) => (message.kind === 'need' ? [message.entries] : []))
  const hits = (id: number) =>
    posted.find((message) => message.kind === 'hits' && message.id === id)

  await vi.waitFor(
    () => expect(needs().map(({ length }) => length)).toEqual([16, 16, 16, 16]),
    soon,
  )
  host.receive({ kind: 'documents', documents: documents.slice(0, 16) })
  await vi.waitFor(
    () => expect(needs().map(({ length }) => length)).toEqual([16, 16, 16, 16, 8]),
    soon,
  )
  ask(1)
  await vi.waitFor(() => expect(hits(1)).toMatchObject({ hits: { partial: true } }), soon)
  expect(hits(1)).toHaveProperty('hits.articles.length', 16)

  for (const from of [16, 32, 48, 64])
    host.receive({ kind: 'documents', documents: documents.slice(from, from + 16) })
  await vi.waitFor(() => expect(posted).toContainEqual({ kind: 'ready' }), soon)
  ask(2)
  await vi.waitFor(() => expect(hits(2)).toBeDefined(), soon)
  expect(hits(2)).not.toHaveProperty('hits.partial')
  expect(hits(2)).toHaveProperty('hits.articles.length', 20)
  host.receive({ kind: 'close' })
  await vi.waitFor(() => expect(posted).toContainEqual({ kind: 'closed' }), soon)
})

test('while the index is built from many documents a query finds none, and afterwards all', async () => {
  const documents = Array.from({ length: 1_000 }, (_, at) =>
    sampleDocument(at + 1, `Looper number${at + 1}`),
  )
  const posted: Array<FromSearchThread> = []
  let answered = 0
  const host = createSearchHost((message) => {
    posted.push(message)
    if (message.kind !== 'need') return
    answered += message.entries.length
    // The last documents come only after the query was answered.
    if (answered < documents.length) give(message.entries.map(({ id }) => documents[id - 1]!))
  })
  const give = (some: typeof documents) =>
    setImmediate(() => host.receive({ kind: 'documents', documents: some }))
  await using folder = await temporaryFolder()
  host.receive({ kind: 'open', folders: [folder.path], saveTo: folder.path, wordList })
  host.receive({ kind: 'entries', language: 'en', entries: documents, last: true })
  const ask = (id: number) =>
    host.receive({ kind: 'query', id, text: 'looper', now: Date.now(), literal: false })
  const articles = (id: number) => {
    const answer = posted.find((message) => message.kind === 'hits' && message.id === id)
    return answer?.kind === 'hits'
      ? { found: answer.hits.articles.length, partial: answer.hits.partial }
      : null
  }

  await vi.waitFor(() => expect(answered).toBe(documents.length), soon)
  ask(1)
  await vi.waitFor(() => expect(articles(1)).toEqual({ found: 0, partial: true }), soon)
  give(documents.slice(-8))
  await vi.waitFor(() => expect(posted).toContainEqual({ kind: 'ready' }), soon)
  ask(2)
  await vi.waitFor(() => expect(articles(2)).toEqual({ found: 20, partial: undefined }), soon)
  host.receive({ kind: 'close' })
  await vi.waitFor(() => expect(posted).toContainEqual({ kind: 'closed' }), soon)
})
